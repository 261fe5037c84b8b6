import JSONCore
import TestSupport
import Testing

@testable import TunerDaemon

@Suite struct RequestPatternTests {
    /// Returns the keys that the pattern of the first line finds in the lines after it, without the quotes.
    private func keys(in text: String, of first: String) throws -> [String] {
        let bytes = Array(text.utf8)
        let start = try #require(text.firstRange(of: "\"\(first)\"")?.lowerBound.utf16Offset(in: text)) + 1
        var end = start + first.utf8.count
        var pattern = RequestPattern(key: start..<end)
        var keys: [String] = []
        while let key = pattern.nextKey(after: end, in: bytes.span) {
            keys.append(String(decoding: bytes[key], as: UTF8.self))
            end = key.upperBound
        }
        return keys
    }

    private static let layouts: [@Sendable (Int, String) -> String] = [
        { #"{"jsonrpc":"2.0","id":\#($0),"method":"tunables.get","params":{"key":"\#($1)"}}"# },
        { #"{"params":{"key":"\#($1)"},"method":"tunables.get","id":\#($0),"jsonrpc":"2.0"}"# },
        { #"{ "jsonrpc" : "2.0", "id" : \#($0), "method" : "tunables.get", "params" : { "key" : "\#($1)" } }"# },
    ]

    @Test(arguments: Seeds.all) func `the keys of all lines with one layout are found in order`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for layout in Self.layouts {
            let id = [1, 8, 95, 996, 9_999].randomElement(using: &random) ?? 1
            let keys = (0..<20).map { _ in
                String(repeating: "k", count: .random(in: 1...256, using: &random))
                    + String(Int.random(in: 0...999_999, using: &random))
            }.map { String($0.suffix(256)) }
            let text = keys.enumerated().map { layout(id + $0, $1) + "\n" }.joined()
            // The search for the next line is limited to 128 bytes, which the members after the key do not exceed.
            #expect(try self.keys(in: text, of: keys[0]) == Array(keys.dropFirst()), "seed \(seed)")
        }
    }

    @Test func `the search ends at a line with another layout or another method`() throws {
        let get = Self.layouts[0]
        let others = [
            Self.layouts[1](3, "x"),
            #"{"jsonrpc":"2.0","id":3,"method":"tunables.set","params":{"key":"x","value":1}}"#,
            "nonsense", "[]", #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#, get(12_345, "x"),
        ]
        for other in others {
            let text = get(1, "a") + "\n" + get(2, "b") + "\n" + other + "\n" + get(4, "c") + "\n"
            #expect(try keys(in: text, of: "a") == ["b"], "\(other)")
        }
    }

    @Test func `every beginning of a text gives the keys that are complete in it`() throws {
        let text = (1...4).map { Self.layouts[0]($0, "key\($0)") + "\n" }.joined()
        for count in text.utf8.count / 4...text.utf8.count {
            let beginning = String(text.prefix(count))
            let complete = (2...4).map { "key\($0)" }.filter { beginning.contains("\"\($0)\"") }
            #expect(try keys(in: beginning, of: "key1") == complete)
        }
    }
}
