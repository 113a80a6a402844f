import Foundation
import TSUD
import Testing

extension TextAndLists {
    @Suite(.bothKinds) struct UnreadableTextTests {
        let store = TestStore()

        typealias Refused = (text: String, key: any TSUD.Type, words: String)

        @Test(
            arguments: ([
                ("banana", key<Double>.self, "'banana' is not a Double."),
                ("", key<Int>.self, "'' is not an Int."),
                ("2.5", key<Int?>.self, "'2.5' is not an Int."),
                ("1e999", key<Double>.self, "'1e999' is not a Double."),
                ("maybe", key<Bool>.self, "'maybe' is not a Bool."),
                ("blue", key<Theme>.self, "'blue' is not a Theme; there are light, dark."),
                ("2", filledKey<Level>.self, "'2' is not a Level; there are 1, 300."),
                ("a\nb", key<Int>.self, #""a\nb" is not an Int."#),
                (
                    String(repeating: "x", count: 101), key<Int>.self,
                    "'\(String(repeating: "x", count: 100))…' is not an Int."
                ),
                ("2026-13-01", key<Date>.self, "'2026-13-01' is not a Date."),
                ("2026-01-01T00:00:00Zx", key<Date>.self, "'2026-01-01T00:00:00Zx' is not a Date."),
                ("?", key<Data>.self, "'?' is not a Data."),
                ("a, b", key<[String]>.self, "'a, b' is not a [String]."),
                ("[1", key<[Int]>.self, "'[1' is not a [Int]."),
                ("1],[2", key<[Int]>.self, "'1],[2' is not a [Int]."),
                ("1,2", key<Int>.self, "'1,2' is not an Int."),
                (
                    "not a url at all", key<URL>.self,
                    "'not a url at all' is not a URL: it is neither an address with a scheme, nor a path from / or ~."
                ),
                (#"{"age": 7}"#, key<Contact>.self, #"'{"age": 7}' is not a Contact: 'name' is missing."#),
                (
                    #"[{"age": [], "name": "Ann"}]"#, key<[Contact]>.self,
                    #"'[{"age": [], "name": "Ann"}]' is not a [Contact]: '0.age' is an Array, expected Int."#
                ),
            ] as [Refused]).map { Unchecked($0) }
        )
        func `Unreadable text throws an error that tells what is expected, and nothing is stored`(
            _ this: Unchecked<Refused>
        ) {
            let (text, key, words) = this.value
            store.suite.set("stored before", forKey: "key")
            let error = #expect(throws: TSUDError.self) { try key.store(text: text, in: store.suite) }
            #expect(error?.description == "Text for key 'key': \(words)")
            #expect(error?.code == .unreadable)
            #expect(error?.key == "key")
            #expect(throws: TSUDError.self) { try key.value(from: text) }
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
