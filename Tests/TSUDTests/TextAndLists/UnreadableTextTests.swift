import Foundation
import TSUD
import Testing

extension TextAndLists {
    @Suite(.bothKinds) struct UnreadableTextTests {
        let store = TestStore()

        /// A text that a key refuses, with the description of the error.
        struct Bad: CustomTestStringConvertible, @unchecked Sendable {
            let key: any TSUD.Type
            let text: String
            let description: String
            var testDescription: String { description }

            init(_ text: String, _ key: any TSUD.Type, _ description: String) {
                self.key = key
                self.text = text
                self.description = "Text for key 'key': \(description)"
            }
        }

        @Test(arguments: [
            Bad("banana", key<Double>.self, "'banana' is not a Double."),
            Bad("", key<Int>.self, "'' is not an Int."),
            Bad("2.5", key<Int?>.self, "'2.5' is not an Int."),
            Bad("1e999", key<Double>.self, "'1e999' is not a Double."),
            Bad("maybe", key<Bool>.self, "'maybe' is not a Bool."),
            Bad("blue", key<Theme>.self, "'blue' is not a Theme; there are light, dark."),
            Bad("2", filledKey<Level>.self, "'2' is not a Level; there are 1, 300."),
            Bad("a\nb", key<Int>.self, #""a\nb" is not an Int."#),
            Bad(
                String(repeating: "x", count: 101),
                key<Int>.self,
                "'\(String(repeating: "x", count: 100))…' is not an Int."
            ),
            Bad("2026-13-01", key<Date>.self, "'2026-13-01' is not a Date."),
            Bad("2026-01-01T00:00:00Zx", key<Date>.self, "'2026-01-01T00:00:00Zx' is not a Date."),
            Bad("?", key<Data>.self, "'?' is not a Data."),
            Bad("a, b", key<[String]>.self, "'a, b' is not a [String]."),
            Bad("[1", key<[Int]>.self, "'[1' is not a [Int]."),
            Bad("1],[2", key<[Int]>.self, "'1],[2' is not a [Int]."),
            Bad("1,2", key<Int>.self, "'1,2' is not an Int."),
            Bad(
                "not a url at all",
                key<URL>.self,
                "'not a url at all' is not a URL: it is neither an address with a scheme, nor a path from / or ~."
            ),
            Bad(#"{"age": 7}"#, key<Contact>.self, #"'{"age": 7}' is not a Contact: 'name' is missing."#),
            Bad(
                #"[{"age": [], "name": "Ann"}]"#,
                key<[Contact]>.self,
                #"'[{"age": [], "name": "Ann"}]' is not a [Contact]: '0.age' is an Array, expected Int."#
            ),
        ])
        func `Unreadable text throws an error that tells what is expected, and nothing is stored`(_ this: Bad) throws {
            store.suite.set("stored before", forKey: "key")
            let error = #expect(throws: TSUDError.self) { try this.key.store(text: this.text, in: store.suite) }
            #expect(error?.description == this.description)
            #expect(error?.code == .unreadable)
            #expect(error?.key == "key")
            #expect(throws: TSUDError.self) { try this.key.value(from: this.text) }
            #expect(store.object(forKey: "key") as? String == "stored before")
        }

        @Test(arguments: ["(", "{a=", "[", "<array>", "<dict><key>a</key>", "\"", "bplist00", "{\"a\":"])
        func `Pathological text is refused quickly`(_ part: String) {
            for count in [1, 50_000] {
                let text = String(repeating: part, count: count)
                for key in [key<[[Int]]>.self, key<Tree>.self, key<URL?>.self, key<Date>.self] as [any TSUD.Type] {
                    #expect(throws: TSUDError.self) { try key.value(from: text) }
                }
            }
        }
    }
}
