import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@Suite(Conformance.data) struct ConformanceTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: String
        let response: JSON
    }

    static let examples: [Example] = {
        guard let bytes = try? Conformance.bytes("json-rpc", "examples.json"), let file = try? JSON.parse(bytes.span),
            case .array(let examples) = file["examples"]
        else { return [] }
        return examples.compactMap { example in
            guard let name = example["name"]?.text, let request = example["request"]?.text else { return nil }
            return Example(testDescription: name, request: request, response: example["response"] ?? .null)
        }
    }()

    @Test func `the specification's examples are installed`() {
        #expect(Self.examples.count >= 15)
    }

    @Test(arguments: Poller.Kind.available, examples)
    func `the server responds to the specification's examples as specified`(kind: Poller.Kind, example: Example) throws
    {
        let bench = try TestBench(kind)
        let lines = try bench.exchange(example.request, on: try bench.connect())
        guard example.response != .null else {
            #expect(lines == [])
            return
        }
        #expect(lines.count == 1)
        try Self.expect(try JSON.parse(lines.joined()), toBe: example.response)
    }

    /// Compares a response with the specification's example, apart from the error's message and data.
    private static func expect(_ received: JSON, toBe response: JSON) throws {
        if case .array(let expected) = response {
            guard case .array(let responses) = received, responses.count == expected.count else {
                Issue.record("\(received) is no batch of \(expected.count)")
                return
            }
            for (received, expected) in zip(responses, expected) {
                try expect(received, toBe: expected)
            }
            return
        }
        #expect(received["jsonrpc"] == "2.0")
        #expect(received["id"] == response["id"])
        #expect(received["result"] == response["result"])
        #expect(received["error"]?["code"] == response["error"]?["code"])
        #expect((received["error"]?["message"] == nil) == (response["error"] == nil))
    }
}
