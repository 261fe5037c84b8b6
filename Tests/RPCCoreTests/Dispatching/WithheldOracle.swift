import JSONCore
import RPCTestSupport

@testable import RPCCore

/// A comparison of `WithheldResponses` with a plain list of the same responses.
struct WithheldOracle: ~Copyable {
    private let style: Framer.Style
    private var withheld = WithheldResponses()
    private var output = ByteBuffer()
    /// The withheld responses, each with the number that must be released first.
    private var waiting: [(number: UInt64, response: String)] = []
    private var number: UInt64 = 0
    private var released: UInt64 = 0

    init(framed style: Framer.Style) {
        self.style = style
    }

    /// Plays random operations with the responses, and returns the first difference; nil if there is none.
    ///
    /// The choices may be any numbers.
    static func fault(with responses: [String], framed style: Framer.Style, _ choice: () -> UInt8) -> String? {
        var oracle = WithheldOracle(framed: style)
        for response in responses {
            switch choice() % 8 {
            case 0: oracle.withhold(until: oracle.number)
            case 1, 2: oracle.withhold(until: oracle.number + UInt64(choice() % 4))
            case 3: oracle.release(through: oracle.released + UInt64(choice() % 4))
            case 4 where choice() % 4 == 0:
                if let fault = oracle.fail() {
                    return fault
                }
            default: break
            }
            oracle.append(response)
            if oracle.withheld.isOn != (oracle.number > oracle.released) {
                return "withholds or not, and should the other way"
            }
        }
        oracle.release(through: .max)
        return oracle.fault
    }

    /// The last difference in the released responses.
    private var fault: String?

    private mutating func withhold(until wanted: UInt64) {
        guard wanted > released else { return }
        withheld.withhold(until: wanted)
        number = max(number, wanted)
    }

    private mutating func append(_ response: String) {
        guard number > released else { return }
        let framed = WithheldOracle.framed(response, style)
        output.append(contentsOf: framed)
        withheld.append(&output, from: output.count - framed.count)
        waiting.append((number, response))
    }

    private mutating func release(through number: UInt64) {
        released = max(released, number)
        withheld.release(through: released, into: &output)
        var expected = ByteBuffer()
        while let first = waiting.first, first.number <= released {
            expected.append(contentsOf: WithheldOracle.framed(first.response, style))
            waiting.removeFirst()
        }
        if [UInt8](output) != [UInt8](expected) {
            fault = "released \(String(output)) and not \(String(expected))"
        }
        output.removeAll()
    }

    /// Fails all withheld responses, and returns a difference; nil if there is none.
    private mutating func fail() -> String? {
        let responses = withheld.takeAll()
        number = released
        defer { waiting = [] }
        guard let failed = FailedResponses.replacing(responses, with: TestService.storage, framed: style) else {
            return "cannot let \(String(responses)) fail"
        }
        var framer = Framer(limits: .responses)
        return failed.withBytes { text in
            for (_, response) in waiting {
                guard case .message(let range) = framer.next(in: text, isWhole: true) else { return "lost \(response)" }
                let value = JSONRange(range, in: text).value(in: text)
                guard let original = try? JSON.parse(response, depthLimit: 64) else { return "no JSON: \(response)" }
                guard value == WithheldOracle.failed(original) else { return "\(response) failed as \(value)" }
            }
            return framer.next(in: text, isWhole: true) == .needsMore ? nil : "more failed than was withheld"
        }
    }

    private static func failed(_ response: JSON) -> JSON {
        if case .array(let responses) = response {
            return .array(responses.map(failed))
        }
        if response["id"] == .null, let code = response["error"]?["code"], [-32_700, -32_600, -32_007].contains(code) {
            return response
        }
        let error: JSON = ["code": -32_009, "message": "the disk is full", "data": ["kind": "storage", "free": 0]]
        return ["jsonrpc": "2.0", "id": response["id"] ?? .null, "error": error]
    }

    private static func framed(_ response: String, _ style: Framer.Style) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.append(text: response)
        style.closeMessage(from: 0, in: &bytes)
        return bytes
    }
}

extension String {
    fileprivate init(_ buffer: borrowing ByteBuffer) {
        self = String(decoding: [UInt8](buffer), as: UTF8.self)
    }
}
