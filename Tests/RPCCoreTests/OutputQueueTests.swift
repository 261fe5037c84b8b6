import JSONCore
import LoopCore
import TestSupport
import Testing

@testable import RPCCore

@Suite struct OutputQueueTests {
    /// Lazy messages with steps of work between them.
    final class Numbered: LazyMessages {
        private var messages: ArraySlice<String>
        private var works = false

        init(_ messages: [String]) { self.messages = messages[...] }

        func advance(_ message: inout ByteBuffer) -> LazyStep {
            works.toggle()
            guard !works else { return .working }
            guard let first = messages.popFirst() else { return .done }
            message.append(text: first)
            return .message
        }
    }

    /// A queue with its output and the expected order of all messages.
    final class Model {
        private var queue = OutputQueue()
        private var writer = JSONWriter()
        private(set) var expected: [String] = []
        private var withheld: [(number: UInt64, messages: [String])] = []
        private var number: UInt64 = 0
        private var released: UInt64 = 0
        private var isStreaming = false
        private var count = 0
        private let style: Framer.Style
        private let memory = SharedBuffers(spareMemory: 1 << 16)

        init(_ style: Framer.Style) { self.style = style }

        private func name(_ kind: String) -> String {
            count += 1
            return #"["\#(kind)\#(count)"]"#
        }

        func notify() {
            let message = name("notification")
            var bytes = ByteBuffer()
            bytes.append(text: message)
            queue.add(notification: bytes, framed: style) { memory.attachSpare(to: &$0) }
            expected.append(message)
        }

        func notifyLazily(_ count: Int) {
            let messages = (0..<count).map { _ in name("lazy") }
            queue.add(Numbered(messages))
            expected += messages
        }

        /// Appends a response that is written at once to the output, as the connection does.
        func respond() {
            // A response in pieces delays all others, except the error for an invalid message from the peer.
            let message = name("response")
            let start = writer.bytes.count
            writer.bytes.append(text: message)
            style.closeMessage(from: start, in: &writer.bytes)
            if !queue.isIdle || !queue.ready.isEmpty {
                queue.add(responseIn: &writer.bytes, from: start)
            }
            note(message)
        }

        func addStreamedResponse() {
            guard !queue.hasParts else { return }
            let message = name("long")
            var bytes = ByteBuffer()
            bytes.append(text: message)
            queue.add(StreamedResponse(cutting: &bytes, from: 0, [], framed: style))
            note(message)
        }

        private func note(_ message: String) {
            if number > released {
                withheld.append((number, [message]))
            } else {
                expected.append(message)
            }
        }

        func withhold(until wanted: UInt64) {
            guard wanted > released, !queue.hasParts else { return }
            queue.withhold(until: wanted)
            number = max(number, wanted)
        }

        func release(through number: UInt64) {
            released = max(released, number)
            queue.release(through: released)
            expected += withheld.filter { $0.number <= released }.flatMap(\.messages)
            withheld.removeAll { $0.number <= released }
        }

        func write() {
            queue.moveReady(to: &writer.bytes, keeping: 0) { _ in }
            guard let part = queue.firstPart else { return }
            do {
                if try part.writePiece(to: &writer, framed: style, until: { true }) {
                    queue.end(part)
                }
            } catch {
                Issue.record("\(error)")
            }
        }

        /// Returns all messages that the queue has output.
        func output() -> [String] {
            release(through: .max)
            while queue.hasParts { write() }
            write()
            let isEmpty = queue.count == 0 && queue.isIdle
            #expect(isEmpty)
            var framer = Framer(limits: .responses)
            var messages: [String] = []
            writer.bytes.withBytes { bytes in
                while case .message(let range) = framer.next(in: bytes, isWhole: true) {
                    messages.append(String(decoding: range.map { bytes[$0] }, as: UTF8.self))
                }
            }
            return messages
        }
    }

    @Test(arguments: [Framer.Style.texts, .contentLength])
    func `messages leave in the order in which they were added or released`(style: Framer.Style) {
        for seed in Seeds.all {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<200 {
                let model = Model(style)
                for _ in 0..<40 {
                    let number = UInt64.random(in: 1...6, using: &generator)
                    switch Int.random(in: 0..<10, using: &generator) {
                    case 0, 1: model.notify()
                    case 2: model.notifyLazily(Int.random(in: 0..<4, using: &generator))
                    case 3, 4: model.respond()
                    case 5: model.addStreamedResponse()
                    case 6: model.withhold(until: number)
                    case 7: model.release(through: number)
                    default: model.write()
                    }
                }
                let output = model.output()
                #expect(output == model.expected, "seed \(seed)")
            }
        }
    }

    @Test func `withheld responses fail in order, and partly written messages stay`() {
        var queue = OutputQueue()
        var output = ByteBuffer()
        queue.add(Numbered(["1"]))
        queue.withhold(until: 1)
        output.append(text: #"{"jsonrpc":"2.0","id":7,"result":1}"# + "\n")
        queue.add(responseIn: &output, from: 0)
        let hasFailed = queue.failWithheld(with: RPCError(RPCErrorKind.invalidRequest, "failed"), framed: .texts)
        #expect(hasFailed)
        let (awaitsRelease, ready, following) = (queue.awaitsRelease, queue.ready.count, queue.followingCount)
        #expect(!awaitsRelease)
        #expect(ready == 0)
        #expect(following > 0)
    }
}
