import Testing

@testable import TSUD

extension StoredForms {
    @Suite struct NaNTests {
        @Test func `A structure with many different NaNs is stored and read`() throws {
            let store = TestStore()
            // Hashing is seeded differently in each process, so many NaNs are needed for collisions in all of them.
            let list = (0..<500).map { Double(bitPattern: 0x7FF8_0000_0000_0000 + $0) }
            measurement[store.suite] = Measurement(one: .nan, other: -.nan, list: list)
            try store.suite.flush()
            let read = measurement[store.suite]
            #expect(([read.one, read.other] + read.list).count(where: \.isNaN) == 502)
        }
    }
}

private struct Measurement: Codable {
    var one = 0.0
    var other = 0.0
    var list: [Double] = []
}

private enum measurement: TSUD { static let defaultValue = Measurement() }
