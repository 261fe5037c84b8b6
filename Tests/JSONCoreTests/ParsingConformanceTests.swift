import JSONCore
import TestSupport
import Testing

/// The suite `json-parsing`: each file's first letter says what must become of it.
@Suite(Conformance.data) struct ParsingConformanceTests {
    /// The undecided cases that we take; protocol.md has the reasons.
    private static let taken: Set = [
        "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
        "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    ]

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "y_"))
    func whatIsJSONIsTaken(name: String) throws {
        let bytes = try Conformance.bytes("json-parsing", name)
        _ = try JSON.parse(bytes.span)
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "n_"))
    func whatIsNoJSONIsRefusedWithAPosition(name: String) throws {
        let bytes = try Conformance.bytes("json-parsing", name)
        let fault = try #require(refusal(of: bytes))
        #expect((0...bytes.count).contains(fault.offset))
        let position = fault.position(in: bytes.span)
        #expect(position.line >= 1 && position.column >= 1)
        #expect(!fault.message(in: bytes.span).isEmpty)
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: "i_"))
    func whatTheStandardLeavesOpenIsDecided(name: String) throws {
        let fault = refusal(of: try Conformance.bytes("json-parsing", name))
        #expect((fault == nil) == ParsingConformanceTests.taken.contains(name))
    }

    @Test(arguments: Conformance.names(in: "json-parsing", prefix: ""))
    func everyReaderSaysTheSameInAnyPieces(name: String) throws {
        guard name.hasSuffix(".json") else { return }
        let bytes = try Conformance.bytes("json-parsing", name)
        #expect(Disagreement(on: Array(bytes.prefix(1_000))) == nil)
    }

    @Test func theSuiteIsWhole() {
        #expect(Conformance.names(in: "json-parsing", prefix: "y_").count == 95)
        #expect(Conformance.names(in: "json-parsing", prefix: "n_").count == 188)
        #expect(Conformance.names(in: "json-parsing", prefix: "i_").count == 35)
    }
}
