import JSONCore
import TestSupport
import Testing

@testable import RPCCore

@Suite struct WithheldResponsesTests {
    /// Withheld responses as lines of text.
    final class Lines {
        private var withheld = WithheldResponses()
        var isOn: Bool { withheld.isOn }
        var isEmpty: Bool { withheld.isEmpty }
        var count: Int { withheld.count }

        func withhold(until number: UInt64) { withheld.withhold(until: number) }
        func forget() { withheld.forget() }
        func takeAll() -> String { text(withheld.takeAll()) }

        func append(_ line: String) {
            var output = ByteBuffer()
            output.append("before")
            output.append(text: line)
            withheld.append(&output, from: 6)
            #expect(text(output) == "before")
        }

        /// Releases responses after `before`, and returns both.
        func release(_ number: UInt64, behind before: String = "") -> String {
            var output = ByteBuffer()
            output.append(text: before)
            withheld.release(through: number, into: &output)
            return text(output)
        }

        private func text(_ buffer: borrowing ByteBuffer) -> String {
            String(decoding: [UInt8](buffer), as: UTF8.self)
        }
    }

    @Test func `nothing is withheld initially`() {
        let withheld = Lines()
        #expect(!withheld.isOn)
        #expect(withheld.isEmpty)
        #expect(withheld.release(.max) == "")
    }

    @Test func `a release returns the responses up to its number`() {
        let withheld = Lines()
        for number in 1...5 as ClosedRange<UInt64> {
            withheld.withhold(until: number * 10)
            withheld.append("<\(number)>")
        }
        #expect(withheld.count == 15)
        #expect(withheld.release(9) == "")
        #expect(withheld.release(10) == "<1>")
        #expect(withheld.release(10) == "")
        #expect(withheld.release(35) == "<2><3>")
        #expect(withheld.isOn)
        #expect(withheld.release(50) == "<4><5>")
        #expect(!withheld.isOn)
        #expect(withheld.isEmpty)
    }

    @Test func `a lower number does not shorten the wait of later responses`() {
        let withheld = Lines()
        withheld.withhold(until: 7)
        withheld.append("a")
        withheld.withhold(until: 3)
        withheld.append("b")
        #expect(withheld.release(6) == "")
        #expect(withheld.release(7) == "ab")
    }

    @Test func `a number without responses yet is still awaited`() {
        let withheld = Lines()
        withheld.withhold(until: 1)
        withheld.withhold(until: 2)
        #expect(withheld.isOn)
        #expect(withheld.isEmpty)
        #expect(withheld.release(1) == "")
        withheld.append("a")
        #expect(withheld.release(1) == "")
        #expect(withheld.release(2) == "a")
    }

    @Test func `after takeAll a lower number can be awaited`() {
        let withheld = Lines()
        withheld.withhold(until: 9)
        withheld.append("a")
        #expect(withheld.takeAll() == "a")
        #expect(!withheld.isOn)
        withheld.withhold(until: 5)
        withheld.append("b")
        #expect(withheld.release(5) == "b")
    }

    @Test func `forget drops the withheld responses, and later ones still wait`() {
        let withheld = Lines()
        withheld.withhold(until: 1)
        withheld.append("a")
        withheld.withhold(until: 2)
        withheld.append("b")
        withheld.forget()
        #expect(withheld.isOn)
        withheld.append("c")
        #expect(withheld.release(1) == "")
        #expect(withheld.release(2) == "c")
    }

    @Test func `released responses are appended to the buffer`() {
        let withheld = Lines()
        withheld.withhold(until: 1)
        withheld.append("a")
        #expect(withheld.release(1, behind: "sent ") == "sent a")
    }

    @Test(arguments: Seeds.all, [Framer.Style.texts, .contentLength])
    func `random operations agree with a plain list`(seed: UInt64, style: Framer.Style) {
        let requests = [
            request("ping", 1), request("nope", 2), request("fail", 3), request("echo", 4, "[[[{}]]]"), "[]", "{]\n",
            "[\(request("ping", 5)),7,\(request("fail", 6))]", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        ]
        var generator = SeededGenerator(seed: seed)
        let stream = Array((0..<200).map { _ in requests.randomElement(using: &generator) ?? "" }.joined().utf8)
        let responses = DispatcherPeer().responses(to: stream.span)
        #expect(responses.count == 200)
        let fault = WithheldOracle.fault(with: responses, framed: style) { .random(in: 0...255, using: &generator) }
        #expect(fault == nil, "seed \(seed)")
    }
}
