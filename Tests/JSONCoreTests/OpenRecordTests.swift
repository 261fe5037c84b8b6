import Testing

@testable import JSONCore

/// Records of protocols that other programs extend.
struct OpenRecordTests {
    private struct Point: OpenRecord {
        static let fields = JSONFieldTable<Point>([
            .required("x", \.x, "The column."),
            .optional("name", \.name, "The name."),
            .defaulted("size", \.size, "The size."),
        ])

        var x: Int64 = 0
        var name: String?
        var size: Int64 = 1
    }

    private struct Line: OpenRecord {
        static let fields = JSONFieldTable<Line>([.required("points", \.points, "The points.")])

        var points: [Point] = []
    }

    private func read<Record: OpenRecord>(_ text: String, as type: Record.Type) throws -> Record {
        let bytes = Array(text.utf8)
        return try Record(open: try JSON.check(bytes.span), in: bytes.span)
    }

    private func fault<Record: OpenRecord>(of text: String, as type: Record.Type) -> JSONFieldFault? {
        #expect(throws: JSONFieldFault.self) { try read(text, as: type) }
    }

    @Test func `an undeclared member is ignored, also inside of another record`() throws {
        let line = try read(#"{"points":[{"y":[{}],"x":3,"size":2}],"z":null}"#, as: Line.self)
        #expect(line.points.map(\.x) == [3])
        #expect(line.points.map(\.size) == [2])
    }

    @Test func `an optional member of another type keeps the value of an absent one`() throws {
        let point = try read(#"{"x":3,"name":null,"size":"big"}"#, as: Point.self)
        #expect(point.name == nil)
        #expect(point.size == 1)
    }

    @Test func `a required member must be present, and of its type`() {
        #expect(fault(of: "{}", as: Point.self) == .missing("x"))
        #expect(
            fault(of: #"{"x":"a"}"#, as: Point.self) == .mismatch("x", expected: "a whole number", found: "a string")
        )
        #expect(fault(of: #"{"points":[{"x":1},{}]}"#, as: Line.self) == .missing("points[1].x"))
        #expect(fault(of: "[3]", as: Point.self) == .noFields(.array))
    }
}
