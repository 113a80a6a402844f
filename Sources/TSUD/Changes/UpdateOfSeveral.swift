// Updates of several keys. A closure can't have a variable number of `inout` parameters, so there is one function for
// each number of keys.

func update<First, Second, Result>(
    _ first: BoundKey<First>,
    _ second: BoundKey<Second>,
    _ body: (inout First.ValueType, inout Second.ValueType) throws -> Result
) throws -> Result {
    try Update.run(of: [first, second]) {
        var (one, two) = (try Draft(first), try Draft(second))
        let result = try body(&one.value, &two.value)
        try [one.change, two.change].apply()
        return result
    }
}

func update<First, Second, Third, Result>(
    _ first: BoundKey<First>,
    _ second: BoundKey<Second>,
    _ third: BoundKey<Third>,
    _ body: (inout First.ValueType, inout Second.ValueType, inout Third.ValueType) throws -> Result
) throws -> Result {
    try Update.run(of: [first, second, third]) {
        var (one, two, three) = (try Draft(first), try Draft(second), try Draft(third))
        let result = try body(&one.value, &two.value, &three.value)
        try [one.change, two.change, three.change].apply()
        return result
    }
}

func update<First, Second, Third, Fourth, Result>(
    _ first: BoundKey<First>,
    _ second: BoundKey<Second>,
    _ third: BoundKey<Third>,
    _ fourth: BoundKey<Fourth>,
    _ body: (
        inout First.ValueType, inout Second.ValueType, inout Third.ValueType, inout Fourth.ValueType
    ) throws -> Result
) throws -> Result {
    try Update.run(of: [first, second, third, fourth]) {
        var (one, two) = (try Draft(first), try Draft(second))
        var (three, four) = (try Draft(third), try Draft(fourth))
        let result = try body(&one.value, &two.value, &three.value, &four.value)
        try [one.change, two.change, three.change, four.change].apply()
        return result
    }
}
