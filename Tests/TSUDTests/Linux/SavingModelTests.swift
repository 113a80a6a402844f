#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Two programs that change settings and call `UserDefaults` at random, compared with ``SavingModel``.
    ///
    /// `TSUD_TRIAL=full swift test --filter SavingModelTests` runs two hundred seeds instead of four, and
    /// `TSUD_TRIAL_SEED` begins with another one.
    @Suite struct SavingModelTests {
        @Test(arguments: 0..<(isFull ? 200 : 4 as UInt64))
        func `Programs keep each setting, and what direct calls have changed since`(_ index: UInt64) throws {
            let run = try Run(seed: Extent.seed &+ index)
            for round in 0..<20 {
                try run.section()
                try #require(run.problems.isEmpty, "seed \(Extent.seed &+ index), round \(round), \(run.steps)")
            }
        }

        /// A run with one seed.
        private final class Run {
            private let directory = TemporaryDirectory.new()
            private var random: SeededGenerator
            private var model = SavingModel()
            private var helpers: [Helper] = []
            private let names = ["a", "b", "c", "d"]
            private var number = 0
            private(set) var problems: [String] = []
            /// The steps since all programs had read the file.
            private(set) var steps: [String] = []

            init(seed: UInt64) throws {
                random = SeededGenerator(seed: seed)
                for _ in 0..<2 {
                    helpers.append(try Helper(directory, "get a → none"))
                    model.programs.append(SavingModel.Program([:]))
                }
            }

            /// Some steps during which no program can save, and then all save and read the file.
            func section() throws {
                steps = []
                var killed: Int?
                try directory.withoutSaves {
                    for _ in 0..<Int.random(in: 1...8, using: &random) { try step(.random(in: 0...1, using: &random)) }
                    let program = Int.random(in: 0...1, using: &random)
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0...1:
                        try tell(program, "synchronize", expecting: "true")
                        expect(model.synchronize(program, try directory.saved()))
                    case 2:
                        helpers[program].kill()
                        killed = program
                    default: break
                    }
                }
                if let killed { try restart(killed) }
                try settle()
                switch Int.random(in: 0..<8, using: &random) {
                case 0: try increment(.random(in: 0...1, using: &random))
                case 1: try edit()
                case 2: try damage()
                case 3:
                    helpers[0].end()
                    try restart(0)
                default: return
                }
                try settle()
            }

            private func step(_ program: Int) throws {
                let name = names.randomElement(using: &random) ?? ""
                // So that no increment makes the same.
                number += 1_000
                switch Int.random(in: 0..<8, using: &random) {
                case 0...1:
                    try tell(program, "set \(name) \(number)")
                    model.programs[program].set(name, number)
                case 2:
                    try tell(program, "reset \(name)")
                    model.programs[program].set(name, nil)
                case 3...4:
                    try tell(program, "direct-set \(name) \(number)")
                    model.programs[program].setDirectly(name, number, model.file)
                case 5:
                    try tell(program, "direct-remove \(name)")
                    model.programs[program].setDirectly(name, nil, model.file)
                default:
                    let found = try read(name, program)
                    if !model.programs[program].memory(name).contains(found) { expect(name, program) }
                }
            }

            private func read(_ name: String, _ program: Int) throws -> Int? {
                let command = "\(Bool.random(using: &random) ? "get" : "direct-get") \(name)"
                let answer = try helpers[program](command)
                steps.append("\(program): \(command) → \(answer)")
                return Int(answer)
            }

            private func tell(_ program: Int, _ command: String, expecting expected: String = "done") throws {
                steps.append("\(program): \(command)")
                let answer = try helpers[program](command)
                if answer != expected { problems.append("\(command): \(answer)") }
            }

            private func expect(_ name: String, _ program: Int) {
                problems.append("\(program) reads \(name), expected \(model.programs[program].memory(name))")
            }

            /// Expects no names.
            private func expect(_ wrong: [String]) {
                if !wrong.isEmpty { problems.append("the file has other \(wrong)") }
            }

            private func settle() throws {
                let order = helpers.indices.shuffled(using: &random)
                for program in order + order { try tell(program, "flush") }
                expect(model.settle(try directory.saved()))
                steps.append("the file has \(model.file.sorted { $0.key < $1.key })")
                for (program, name) in helpers.indices.flatMap({ program in names.map { (program, $0) } }) {
                    let found = try read(name, program)
                    if !model.observe(name, found, in: program) { expect(name, program) }
                }
            }

            private func restart(_ program: Int) throws {
                steps.append("\(program): start")
                model.programs[program] = SavingModel.Program(model.file)
                helpers[program] = try Helper(directory)
                // A direct call before the first setting could read an object that others replace before TSUD reads the file.
                _ = try helpers[program]("get a")
            }

            private func increment(_ program: Int) throws {
                let name = names.randomElement(using: &random) ?? ""
                try tell(program, "increment \(name) 1")
                model.programs[program].increment(name)
            }

            /// Another program, which takes no lock, changes the file.
            private func edit() throws {
                number += 1_000
                model.file[names.randomElement(using: &random) ?? ""] = number
                if Bool.random(using: &random) { model.file[names.randomElement(using: &random) ?? ""] = nil }
                steps.append("edit")
                try directory.write(model.file, to: file, format: .binary)
            }

            /// The file is damaged, and the only program that runs has read it before.
            private func damage() throws {
                helpers[1].end()
                steps.append("damage")
                let damaged = Array("damaged \(number)".utf8)
                try directory.write(damaged, to: file)
                try step(0)
                number += 1_000
                try tell(0, "set a \(number)")
                model.programs[0].set("a", number)
                try tell(0, "flush")
                let isKept = try directory.names.contains { try directory.bytes(of: $0) == damaged }
                if !isKept { problems.append("the damaged file is lost") }
                expect(model.settle(try directory.saved()))
                try restart(1)
            }
        }
    }
}

extension TemporaryDirectory {
    /// The numbers in the file of helpers; none if there is no file.
    fileprivate func saved() throws -> [String: Int] { names.contains(Linux.file) ? try numbers() : [:] }
}
#endif
