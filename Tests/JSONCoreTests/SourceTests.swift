import JSONCore
import Testing

@Suite struct SourceTests {
    private static let text = """
        {
          "méthode": "é€😀", "b": [1, {"c": null}, -2.5e3],
          "\\u0062": true
        }
        """

    @Test(
        arguments: [
            ([], 1, 1), ([.name("méthode")], 2, 14), ([.name("b")], 3, 13),
        ] as [([JSONSource.Step], Int, Int)]
    )
    func `a value has a line and a column`(path: [JSONSource.Step], line: Int, column: Int) throws {
        let text = Array(SourceTests.text.utf8)
        let node = try #require(try JSONSource(text.span).node(at: path, in: text.span))
        #expect(JSONFault.position(of: node.value.lowerBound, in: text.span) == (line, column))
    }

    @Test func `each node has the byte ranges of its name and value`() throws {
        let text = Array(SourceTests.text.utf8)
        let source = try JSONSource(text.span)
        let words = source.nodes.map { node in
            let name = node.name.map { String(decoding: text[$0], as: UTF8.self) } ?? ""
            return name + " " + String(decoding: text[node.value], as: UTF8.self)
        }
        #expect(words.first == " " + SourceTests.text)
        #expect(
            words.dropFirst() == [
                #""méthode" "é€😀""#, #""b" [1, {"c": null}, -2.5e3]"#, " 1", #" {"c": null}"#, #""c" null"#, " -2.5e3",
                #""\u0062" true"#,
            ]
        )
        #expect(source.nodes.map(\.descendants) == [7, 0, 4, 0, 1, 0, 0, 0])
    }

    @Test func `a path finds values in arrays and objects`() throws {
        let text = Array(#"{"a":[{"b":1},{"b":[7,8]}],"a/":9}"#.utf8)
        let source = try JSONSource(text.span)
        func find(_ path: [JSONSource.Step]) -> String? {
            source.node(at: path, in: text.span).map { String(decoding: text[$0.value], as: UTF8.self) }
        }
        #expect(find([.name("a"), .position(1), .name("b"), .position(0)]) == "7")
        #expect(find([.name("a"), .position(0)]) == #"{"b":1}"#)
        #expect(find([.name("a/")]) == "9")
        #expect(find([.name("a"), .position(2)]) == nil)
        #expect(find([.position(0)]) == nil)
        #expect(find([.name("a"), .name("b")]) == nil)
        #expect(find([.name("a/"), .position(0)]) == nil)
    }

    @Test func `many paths find the same values as each path alone`() throws {
        let text = Array(#"{"a":[{"b":1},{"b":[7,8]}],"é":9,"e\u0301":8,"a":[{"b":2}],"":{"":3}}"#.utf8)
        let source = try JSONSource(text.span)
        let paths: [[JSONSource.Step]] = [
            [.name("a")], [.name("a"), .position(0)], [.name("a"), .position(0), .name("b")], [], [.name("é")],
            [.name("e\u{301}")], [.name(""), .name("")], [.name("a"), .position(0)],
        ]
        let found = source.nearestNodes(to: paths, in: text.span)
        #expect(found == paths.compactMap { source.node(at: $0, in: text.span) })
    }

    @Test func `a path that does not exist finds the last value on it that exists`() throws {
        let text = Array(#"{"a":[{"b":1}]}"#.utf8)
        let source = try JSONSource(text.span)
        let paths: [[JSONSource.Step]] = [
            [.name("x"), .name("b")], [.name("a"), .position(7)], [.name("a"), .position(0), .name("b"), .name("c")],
            [.position(0)],
        ]
        let nodes = source.nearestNodes(to: paths, in: text.span)
        let found = nodes.map { String(decoding: text[$0.value], as: UTF8.self) }
        #expect(found == [#"{"a":[{"b":1}]}"#, #"[{"b":1}]"#, "1", #"{"a":[{"b":1}]}"#])
    }

    @Test func `many offsets have the same positions as each offset alone`() {
        let text = Array("é\n\n😀ab\nc".utf8)
        let offsets = (Array(0...text.count + 1) + [3, 0, text.count, 3]).reversed().map { $0 }
        let positions = JSONFault.positions(of: offsets, in: text.span)
        for (offset, position) in zip(offsets, positions) {
            #expect(position == JSONFault.position(of: offset, in: text.span), "\(offset)")
        }
        #expect(positions.count == offsets.count)
    }

    @Test func `repeated names are reported with their positions`() throws {
        let text = Array(#"{"a":{"x":1,"x":2},"\u0061":3,"b":4,"a":5}"#.utf8)
        let source = try JSONSource(text.span)
        #expect(
            source.duplicates.map { "\($0.name) \($0.first) \($0.again)" } == ["x 6 12", "a 1 19", "a 1 36"]
        )
        #expect(source.node(at: [.name("a")], in: text.span)?.value == 40..<41)
        #expect(source.value == ["a": 5, "b": 4])
    }

    @Test func `a repeated name is found among many names`() throws {
        let names = (0..<100).map { "\"n\($0)\":0" }.joined(separator: ",")
        let duplicates = try JSONSource("{\(names),\"n50\":1}".utf8.span).duplicates
        #expect(duplicates.map(\.name) == ["n50"])
        #expect(duplicates.first?.again == names.utf8.count + 2)
    }
}
