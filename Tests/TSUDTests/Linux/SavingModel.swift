#if os(Linux)
/// Laws 7 and 8 for a settings file and the programs that share it.
///
/// Programs also save in the background, so that several objects may be right. An observation leaves one. No two writes
/// have the same number.
struct SavingModel {
    typealias Numbers = [String: Int]

    var file: Numbers = [:]
    var programs: [Program] = []

    struct Program {
        /// The objects that a look into memory may find, by name.
        fileprivate var memory: [String: Set<Int?>]
        /// The changes of settings that may not be in the file yet.
        fileprivate var pending: [String: Int?] = [:]
        /// The names whose object in memory is a direct call's.
        fileprivate var direct: Set<String> = []
        /// The names that were set in memory since the last `synchronize()`, which saves them.
        fileprivate var touched: Set<String> = []
        /// The names that were removed since, if memory may have had none: Foundation ignores such a removal.
        fileprivate var perhapsTouched: Set<String> = []
        /// The names of direct calls that `synchronize()` has just saved, here or as another program's.
        ///
        /// Unless TSUD reads the file in between, they stay direct calls' when a setting's write follows.
        fileprivate var uncertain: Set<String> = []

        init(_ file: Numbers) { memory = file.mapValues { [$0] } }

        func memory(_ name: String) -> Set<Int?> { memory[name] ?? [nil] }

        /// A setting's write counts at once.
        mutating func set(_ name: String, _ value: Int?) {
            touch(name, value)
            (memory[name], pending[name]) = ([value], .some(value))
            direct.remove(name)
        }

        /// So does a direct call's, but a save may undo the removal of a setting's pending object.
        mutating func setDirectly(_ name: String, _ value: Int?, _ file: Numbers) {
            touch(name, value)
            memory[name] = value == nil ? [nil, pending[name] ?? nil] : [value]
            if value == pending[name] ?? file[name] { direct.remove(name) } else { direct.insert(name) }
        }

        private mutating func touch(_ name: String, _ value: Int?) {
            if value != nil || !memory(name).contains(nil) {
                touched.insert(name)
            } else if memory(name) != [nil] {
                perhapsTouched.insert(name)
            }
        }

        /// An update begins with the object in memory.
        mutating func increment(_ name: String) { for old in memory(name) { set(name, (old ?? 0) + 1) } }

        fileprivate mutating func follow(_ file: Numbers) {
            for name in Set(memory.keys).union(file.keys) {
                if uncertain.contains(name) {
                    memory[name, default: [nil]].insert(file[name])
                } else if !direct.contains(name) {
                    memory[name] = [file[name]]
                } else if memory(name).count > 1 {
                    memory[name] = [nil, file[name]]
                }
            }
            (pending, uncertain) = ([:], [])
            direct = direct.filter { memory($0) != [file[$0]] }
        }
    }

    /// Checks the object that a program has found in memory, when it saves nothing.
    mutating func observe(_ name: String, _ found: Int?, in program: Int) -> Bool {
        guard programs[program].memory(name).contains(found) else { return false }
        programs[program].memory[name] = [found]
        if found == file[name] {
            programs[program].direct.remove(name)
        } else {
            programs[program].direct.insert(name)
        }
        return true
    }

    /// All programs have saved and read the file: the last save of a name wins.
    ///
    /// - Returns: The names with another number.
    mutating func settle(_ found: Numbers) -> [String] {
        let wrong = names(found).filter { name in
            let written = programs.compactMap { $0.pending[name] }
            return !(written.isEmpty ? [file[name]] : written).contains(found[name])
        }
        file = found
        for index in programs.indices { programs[index].follow(file) }
        return wrong
    }

    /// A program has called `synchronize()`: the file has the objects that the program has set, also by direct calls.
    ///
    /// - Returns: The names with another number.
    mutating func synchronize(_ index: Int, _ found: Numbers) -> [String] {
        var program = programs[index]
        let wrong = names(found).filter { name in
            var expected = program.touched.contains(name) ? program.memory(name) : [file[name]]
            if program.perhapsTouched.contains(name) { expected.formUnion([nil, file[name]]) }
            return !expected.contains(found[name])
        }
        file = found
        (program.touched, program.perhapsTouched) = ([], [])
        program.uncertain = program.direct
        // A setting's pending write is saved later.
        program.direct = program.direct.filter { program.pending[$0] != nil }
        for name in program.memory.keys {
            let isUndoable = program.direct.contains(name) && found[name] == nil
            program.memory[name] = [found[name], isUndoable ? program.pending[name] ?? nil : found[name]]
        }
        for name in found.keys { program.memory[name, default: []].insert(found[name]) }
        programs[index] = program
        for other in programs.indices where other != index {
            let known = programs[other].direct.filter { programs[other].memory($0).contains(found[$0]) }
            programs[other].uncertain.formUnion(known)
        }
        return wrong
    }

    private func names(_ found: Numbers) -> [String] {
        programs.reduce(Set(found.keys).union(file.keys)) { $0.union($1.memory.keys) }.sorted()
    }
}
#endif
