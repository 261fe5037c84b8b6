import JSONCore
import TestSupport
import Testing

/// Tests with the suite `json-parsing`: the first letter of a file's name is the expected result.
@Suite(Conformance.data) struct ParsingConformanceTests {
    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "y_"))
    func `valid JSON is accepted`(name: String) throws {
        let bytes = try Conformance.bytes("json-parsing", name)
        _ = try JSON.parse(bytes.span)
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "n_"))
    func `invalid JSON is refused with a position`(name: String) throws {
        let bytes = try Conformance.bytes("json-parsing", name)
        let fault = try #require(refusal(of: bytes))
        #expect((0...bytes.count).contains(fault.offset))
        let position = fault.position(in: bytes.span)
        #expect(position.line >= 1 && position.column >= 1)
        #expect(!fault.message(in: bytes.span).isEmpty)
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "i_"))
    func `cases that the standard leaves open follow the protocol page`(name: String) throws {
        let bytes = try Conformance.bytes("json-parsing", name)
        let fault = refusal(of: bytes)
        switch try ParsingConformanceTests.decision(on: name) {
        case "take: the nearest double":
            let digits = String(decoding: bytes, as: UTF8.self).filter { $0.isNumber || $0 == "-" }
            #expect(try JSON.parse(bytes.span) == [.double(try #require(Double(digits)))])
        case "take: 0": #expect(try JSON.parse(bytes.span) == [0.0])
        case "refuse: beyond the range of a double": #expect(fault?.reason == .numberOutOfRange)
        case "refuse: a surrogate without its other half": #expect(fault?.reason == .loneSurrogate)
        case "refuse: not UTF-8": #expect(fault?.reason == .invalidUTF8)
        case "refuse: no value begins so":
            #expect([.expected(.value), .expected(.elementOrEnd)].contains(fault?.reason))
        case "refuse: nested deeper than the limit of 128": #expect(fault?.reason == .tooDeep(limit: 128))
        case let other: Issue.record("protocol.md decides by words that no test knows: \(other)")
        }
    }

    /// Returns the decision about a case in the table of protocol.md, which must contain the case exactly once.
    private static func decision(on file: String) throws -> String {
        let rows = try ProjectFile.text("protocol.md").split(separator: "\n").map { $0.split(separator: "|") }
        let found = rows.filter { $0.first?.contains("`\(file.dropLast(".json".count))`") == true }
        try #require(found.count == 1 && found[0].count == 3, "protocol.md decides \(file) once")
        return found[0][1].split(separator: " ").joined(separator: " ")
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: ""))
    func `every reader agrees on every case, however split into pieces`(name: String) throws {
        guard name.hasSuffix(".json") else { return }
        let bytes = try Conformance.bytes("json-parsing", name)
        #expect(Disagreement(on: Array(bytes.prefix(1_000))) == nil)
    }

    @Test func `the suite has all its files`() {
        #expect(Conformance.names(in: "json-parsing", prefix: "y_").count == 95)
        #expect(Conformance.names(in: "json-parsing", prefix: "n_").count == 188)
        #expect(Conformance.names(in: "json-parsing", prefix: "i_").count == 35)
    }
}
