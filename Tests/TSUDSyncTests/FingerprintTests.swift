import Foundation
import Testing

@testable import TSUDSync

@Suite struct FingerprintTests {
    @Test(arguments: 0..<40)
    func `Strings that differ in one byte or in length have different fingerprints`(_ length: Int) throws {
        let text = String(repeating: "a", count: length)
        var fingerprints: Set<String> = [fingerprint(of: text), fingerprint(of: text + "a")]
        for position in 0..<length {
            var bytes = Array(text.utf8)
            bytes[position] = UInt8(ascii: "b")
            fingerprints.insert(fingerprint(of: String(bytes: bytes, encoding: .utf8)))
        }
        #expect(fingerprints.count == length + 2)
    }

    @Test func `Two spellings of a letter have one fingerprint on a device, and two in the store`() throws {
        #expect(fingerprint(of: "\u{e4}") == fingerprint(of: "a\u{308}"))
        #expect(fingerprint(ofText: "\u{e4}") != fingerprint(ofText: "a\u{308}"))
    }

    @Test func `An element isn't part of its neighbor`() throws {
        let objects: [Any] = [
            ["a", "b"], ["a, text 1 b"], ["ab", ""], ["", "ab"], ["a": "b"], "a", Data("a".utf8), "",
        ]
        #expect(Set(objects.map { fingerprint(of: $0) }).count == objects.count)
    }
}
