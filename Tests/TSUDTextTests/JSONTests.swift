import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDText

/// The parser of JSON documents, and their text.
@Suite struct JSONTests {
    @Test(
        arguments: Row.table([
            ("", "line 1, column 1: expected a value, found the end"),
            ("{", "line 1, column 2: expected a name in quotation marks, found the end"),
            (#"{"a": 1 "b": 2}"#, #"line 1, column 9: expected ',' or '}', found '"'"#),
            ("{\n  \"ä\": 1\n  \"b\": 2\n}", #"line 3, column 3: expected ',' or '}', found '"'"#),
            ("{ /* size }", "line 1, column 3: expected a name in quotation marks, found '/'"),
            ("[1, # two\n2]", "line 1, column 5: expected a value, found a comment"),
            (#"{"a": 1,}"#, "line 1, column 9: expected a name in quotation marks, found '}'"),
            ("[1,]", "line 1, column 4: expected a value, found ']'"),
            ("{'a': 1}", "line 1, column 2: expected a name in quotation marks, found '''"),
            (#"{"a" 1}"#, "line 1, column 6: expected ':', found '1'"),
            (#"{"a":}"#, "line 1, column 6: expected a value, found '}'"),
            ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
            ("[1", "line 1, column 3: expected ',' or ']', found the end"),
            ("{} x", "line 1, column 4: expected the end, found 'x'"),
            ("[True]", "line 1, column 2: expected a value, found 'T'"),
            ("[01]", "line 1, column 2: a number is malformed"),
            ("[1.2.3]", "line 1, column 5: expected ',' or ']', found '.'"),
            ("[.5]", "line 1, column 2: expected a value, found '.'"),
            ("[1.]", "line 1, column 2: a number is malformed"),
            ("[-]", "line 1, column 2: a number is malformed"), ("[1e]", "line 1, column 2: a number is malformed"),
            ("[\"a\nb\"]", "line 1, column 2: the string has no end"),
            (#"["a"#, "line 1, column 2: the string has no end"),
            ("[\"\t\"]", "line 1, column 3: a control character has to be escaped"),
            (#"["\x"]"#, "line 1, column 3: invalid escape sequence"),
            (#"["\ud800"]"#, "line 1, column 3: invalid escape sequence"),
            (#"["\u12"]"#, "line 1, column 3: invalid escape sequence"),
            ("{\"a\": 1,\n\"a\": 2}", "line 2, column 1: the name 'a' is repeated"),
            (#"{"w": [{"a": 1, "\u0061": 2}]}"#, "line 1, column 17: the name 'a' is repeated"),
            (#"{"\u00e9": 1, "e\u0301": 2}"#, "line 1, column 15: the name 'e\u{301}' is repeated"),
        ]) { $0.0 }
    )
    func `An error in JSON has its line, column, and reason`(_ row: Row<(String, String)>) {
        let (text, description) = row.content
        let error = #expect(throws: JSONError.self) { try JSON(Data(text.utf8)) }
        #expect(error?.description == description)
    }

    @Test func `JSON that is nested too deeply is an error, and doesn't overflow the stack`() {
        let error = #expect(throws: JSONError.self) { try JSON(Data(repeating: UInt8(ascii: "["), count: 100_000)) }
        #expect(error?.description == "line 1, column 512: it is nested deeper than 511 levels")
    }

    static let commented = [
        "[1] // end", "// a\r\n[1]", "[1/**/]", "/* ** / */ [ // */\n1 /* // */ ]", "\u{FEFF}//\n[1]//",
    ]

    @Test(arguments: commented.map { Row($0) })
    func `A document may have comments, but no other text`(_ row: Row<String>) throws {
        let text = row.content
        #expect(try JSON(Data(text.utf8)) == .array([.number("1")]))
        if !text.hasPrefix("\u{FEFF}") { #expect(throws: JSONError.self) { try JSON(text) } }
    }

    @Test func `JSON in another encoding than UTF-8 and UTF-16 is an error`() throws {
        #expect(throws: JSONError(reason: "the data is not in UTF-8", line: 1, column: 1)) {
            try JSON(Data([0x22, 0xFF, 0x22]))
        }
        let utf16 = try #require("\u{FEFF}[1]".data(using: .utf16LittleEndian))
        #expect(try JSON(utf16) == .array([.number("1")]))
        #expect(try JSON(Data("\u{FEFF}[1]".utf8)) == .array([.number("1")]))
    }

    @Test(
        arguments: [
            ("null", .null), (" true\r\n", .boolean(true)), ("false", .boolean(false)),
            ("[ ]", .array([])), ("{ }", .object([:])),
            (
                "[-0, 18446744073709551615, 1.50, 1E+2]",
                .array(["-0", "18446744073709551615", "1.50", "1E+2"].map { .number($0) })
            ),
            (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é""#, .string("\"\\/\u{8}\u{C}\n\r\té😀é")),
            (
                #"{"b": {"c": null}, "a": [true]}"#,
                .object(["a": .array([.boolean(true)]), "b": .object(["c": .null])])
            ),
        ] as [(String, JSON)]
    )
    func `JSON keeps all digits and characters`(_ text: String, _ json: JSON) throws {
        #expect(try JSON(text) == json)
        #expect(try JSON(json.text) == json)
        #expect(try JSON(json.indentedText) == json)
    }

    @Test func `The text of JSON has sorted names and no control characters`() throws {
        let json = JSON.object(["b": .array([.number("1"), .object([:])]), "a": .string("/\u{1B}\u{9B}\n")])
        #expect(json.text == #"{"a":"/\u001b\u009b\n","b":[1,{}]}"#)
        #expect(json.indentedText == "{\n  \"a\": \"/\\u001b\\u009b\\n\",\n  \"b\": [\n    1,\n    {}\n  ]\n}")
    }

    @Test func `The settings in a document exclude its schema`() throws {
        let document = Data(#"{"$schema": "s.json", "fontSize": 14.50}"#.utf8)
        #expect(try JSON.settings(in: document) == ["fontSize": .number("14.50")])
        #expect(throws: Damage.self) { try JSON.settings(in: Data("[]".utf8)) }
    }

    @Test func `The settings in a document have the names' spellings, each with its line`() throws {
        let text = "{\"\u{E9}\": 1,\n\"e\u{301}\": 2}"
        let settings = try JSON.settings(in: Data(text.utf8))
        #expect(settings == ["\u{E9}": .number("1"), "e\u{301}": .number("2")])
        #expect(JSON.lines(ofNamesIn: Data(text.utf8)) == ["\u{E9}": 1, "e\u{301}": 2])
        #expect(JSON.text(of: settings, isIndented: false) == "{\"e\u{301}\":2,\"\u{E9}\":1}")
        #expect(try JSON.settings(in: Data(JSON.text(of: settings, isIndented: true).utf8)) == settings)
        #expect(throws: Damage(reason: "line 2, column 1: the name '\u{E9}' is repeated")) {
            try JSON.settings(in: Data("{\"\u{E9}\": 1,\n\"\u{E9}\": 2}".utf8))
        }
    }
}
