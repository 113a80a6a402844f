/// Strings in UTF-16 with half of a surrogate pair, which other programs may write, and which Swift strings can't contain.
///
/// A Swift string contains a mark in place of it: a noncharacter and a scalar for private use. The encoder writes the
/// same half again, so a name or a value of another program survives a save.
extension String {
    private static let mark: UInt16 = 0xFDD0
    /// The high surrogate of the scalar for private use, which is U+F0000 for 0xD800.
    private static let plane: UInt16 = 0xDB80

    /// Creates a string from UTF-16, with a mark for each half of a surrogate pair.
    init(markingUnpaired units: [UInt16]) {
        self = String(decoding: units, as: UTF16.self)
        if utf16.elementsEqual(units) { return }
        var marked: [UInt16] = []
        for (index, unit) in units.enumerated() {
            let isFirst = UTF16.isLeadSurrogate(unit) && index + 1 < units.count
            let isPaired =
                isFirst
                ? UTF16.isTrailSurrogate(units[index + 1])
                : UTF16.isTrailSurrogate(unit) && index > 0 && UTF16.isLeadSurrogate(units[index - 1])
            if isPaired || !UTF16.isSurrogate(unit) {
                marked.append(unit)
            } else {
                let number = unit - 0xD800
                marked += [Self.mark, Self.plane + number >> 10, 0xDC00 + number & 0x3FF]
            }
        }
        self = String(decoding: marked, as: UTF16.self)
    }

    /// The code units, with half of a surrogate pair in place of each mark.
    var unitsWithUnpaired: [UInt16] {
        let units = Array(utf16)
        guard units.contains(Self.mark) else { return units }
        var unpaired: [UInt16] = []
        var index = 0
        while index < units.count {
            let isMarked = units[index] == Self.mark && index + 2 < units.count
            if isMarked, [Self.plane, Self.plane + 1].contains(units[index + 1]) {
                unpaired.append(0xD800 + (units[index + 1] - Self.plane) << 10 + units[index + 2] & 0x3FF)
                index += 3
            } else {
                unpaired.append(units[index])
                index += 1
            }
        }
        return unpaired
    }
}
