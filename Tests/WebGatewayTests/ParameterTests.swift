import JSONCore
import Testing
import TunerAPI

@testable import WebGateway

/// Compares the parameters that the gateway writes itself, to pass values on as text, with the records of the protocol.
@Suite struct ParameterTests {
    /// Checks that the record that is read from a text writes its members the same, in the same order.
    ///
    /// A record also writes the members that the text leaves out because they have their defaults.
    private static func expect<Record: JSONRecord>(
        _ type: Record.Type,
        _ write: (inout JSONWriter) throws -> Void
    ) throws {
        let text = try text(write)
        let bytes = Array(text.utf8)
        let record = try Record(try JSON.check(bytes.span, depthLimit: JSON.valueDepthLimit), in: bytes.span)
        guard case .object(let written) = try JSON.parse(text),
            case .object(var declared) = try JSON.parse(try Self.text { try record.writeAsDeclared(to: &$0) })
        else {
            Issue.record("no objects")
            return
        }
        for name in declared.members.map(\.name) where written[name] == nil { declared[name] = nil }
        #expect(try Self.text { try $0.value(.object(declared)) } == text)
    }

    private static func text(_ write: (inout JSONWriter) throws -> Void) throws -> String {
        var writer = JSONWriter()
        try write(&writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    private static let contexts = [nil, "{}", #"{"targetingKey":"ada","n":1.5,"list":[null,"\n"]}"#]

    @Test(arguments: [nil, 0.5], ["1", #""text""#, #"{"a":[1,2.5,null]}"#])
    func `the parameters of tunables.set are as declared`(duration: Double?, value: String) throws {
        let value = try CheckedJSON(Array(value.utf8))
        try Self.expect(SetParameters.self) {
            try SetRequest(key: "a\"b", value: value, duration: duration).write(to: &$0)
        }
    }

    @Test(arguments: ["{}", #"{"a":1,"b":{"c":[true]}}"#])
    func `the parameters of tunables.setAll are as declared`(values: String) throws {
        let values = try CheckedJSON(Array(values.utf8))
        try Self.expect(SetAllParameters.self) { DocumentRequest(values: values).write(to: &$0) }
    }

    @Test(arguments: [nil, [], ["a", "b"]], contexts)
    func `the parameters of flags.subscribe are as declared`(keys: [String]?, context: String?) throws {
        try Self.expect(SubscribeFlagsParameters.self) {
            FlagEventParameters(keys: keys, context: context).write(to: &$0)
        }
    }

    @Test(arguments: contexts)
    func `the parameters of flags.evaluate and flags.evaluateAll are as declared`(context: String?) throws {
        let body = Array((context.map { "{\"context\":\($0)}" } ?? "").utf8)
        let request = try OFREPRequest(body.span)
        try Self.expect(EvaluateParameters.self) {
            request.writeParameters(evaluating: "k", body.span, to: &$0)
        }
        try Self.expect(EvaluateAllParameters.self) { request.writeParameters(body.span, to: &$0) }
    }
}
