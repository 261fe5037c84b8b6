import JSONCore
import Testing

@testable import RPCCore

@Suite struct AnswerQueueTests {
    static func buffer(_ text: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.append(text)
        return buffer
    }

    static func promise(_ id: String) -> PendingAnswer {
        let answer = PendingAnswer()
        answer.promised.attach(id: Array(id.utf8))
        return answer
    }

    static func takeAll(_ queue: inout AnswerQueue) -> [String] {
        var taken: [String] = []
        var buffer = ByteBuffer()
        while queue.takeReady(into: &buffer) {
            taken.append(String(decoding: [UInt8](buffer), as: UTF8.self))
            buffer.removeAll()
        }
        return taken
    }

    static func answer(_ id: String, _ result: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"result":"\#(result)"}"#
    }

    @Test func `gives answers in the order of their requests`() {
        var queue = AnswerQueue()
        let (first, third) = (Self.promise("1"), Self.promise("3"))
        queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: first.promised)])
        queue.append(Self.buffer("second"), holes: [])
        queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: third.promised)])
        third.succeed(with: "c")
        queue.count(third.promised)
        #expect(Self.takeAll(&queue).isEmpty)
        first.succeed(with: "a")
        queue.count(first.promised)
        #expect(Self.takeAll(&queue) == [Self.answer("1", "a"), "second", Self.answer("3", "c")])
        #expect(queue.isEmpty)
        #expect(queue.weight == 0)
    }

    @Test func `keeps nothing of what has left`() {
        var queue = AnswerQueue()
        weak var promised: PromisedAnswer?
        do {
            let answer = Self.promise("1")
            promised = answer.promised
            queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: answer.promised)])
            answer.succeed(with: "a")
        }
        #expect(promised != nil)
        #expect(Self.takeAll(&queue).count == 1)
        #expect(promised == nil)
    }

    @Test func `fills the holes of a batch`() {
        var queue = AnswerQueue()
        let (first, second) = (Self.promise("1"), Self.promise("2"))
        queue.append(
            Self.buffer("[,{},]"),
            holes: [AnswerHole(offset: 1, answer: first.promised), AnswerHole(offset: 5, answer: second.promised)]
        )
        second.fail(RPCError(.busy, "no"))
        #expect(Self.takeAll(&queue).isEmpty)
        first.succeed(with: "a")
        let error = #"{"jsonrpc":"2.0","id":2,"error":{"code":-32008,"message":"no","data":{"kind":"busy"}}}"#
        #expect(Self.takeAll(&queue) == ["[\(Self.answer("1", "a")),{},\(error)]"])
    }

    @Test func `stays in order over thousands`() {
        var queue = AnswerQueue()
        var taken: [String] = []
        for number in 0..<3_000 {
            let promise = Self.promise("\(number)")
            queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: promise.promised)])
            promise.succeed(with: "x")
            queue.count(promise.promised)
            if number % 7 == 0 {
                taken += Self.takeAll(&queue)
            }
        }
        taken += Self.takeAll(&queue)
        #expect(taken == (0..<3_000).map { Self.answer("\($0)", "x") })
        #expect(queue.weight == 0)
    }

    @Test func `counts an answer that is there and waits for an earlier one`() {
        var queue = AnswerQueue()
        let (first, second) = (Self.promise("1"), Self.promise("2"))
        let early = Self.promise("3")
        early.succeed(with: String(repeating: "x", count: 1_000))
        for promise in [first, second, early] {
            queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: promise.promised)])
        }
        #expect((1_000..<3_000).contains(queue.weight))
        second.succeed(with: String(repeating: "x", count: 5_000))
        queue.count(second.promised)
        #expect((6_000..<8_000).contains(queue.weight))
        first.succeed(with: true)
        queue.count(first.promised)
        #expect(Self.takeAll(&queue).count == 3)
        #expect(queue.weight == 0)
        queue.count(second.promised)
        #expect(queue.weight == 0)
    }

    @Test func `counts what waits, also a promise that has no bytes yet`() {
        var queue = AnswerQueue()
        let promise = Self.promise("1")
        queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: promise.promised)])
        let one = queue.weight
        #expect(one > 0)
        queue.append(Self.buffer("12345"), holes: [])
        #expect(queue.weight >= one + 5)
        withExtendedLifetime(promise) {}
    }

    @Test func `a promise may be kept before it is tied to its request`() {
        let answer = PendingAnswer()
        answer.succeed(with: "soon")
        answer.promised.attach(id: Array("7".utf8))
        #expect(answer.promised.message == Array(Self.answer("7", "soon").utf8))
    }

    @Test func `a result that cannot be spelled fails`() throws {
        let answer = Self.promise("7")
        answer.succeed(with: JSON.double(.infinity))
        let value = try JSON.parse(String(decoding: answer.promised.message ?? [], as: UTF8.self))
        #expect(value["error"]?["code"] == -32_603)
    }

    @Test func `a promise tells once, and not when it is kept already`() {
        var told = 0
        let answer = Self.promise("7")
        answer.promised.whenReady { _ in told += 1 }
        answer.succeed(with: true)
        answer.promised.whenReady { _ in told += 1 }
        #expect(told == 1)
    }

    @Test func `a promise that is dropped is answered with an error, once it is known what it answers`() throws {
        var queue = AnswerQueue()
        var told = 0
        var dropped: PendingAnswer? = Self.promise("1")
        let promised = try #require(dropped?.promised)
        promised.whenReady { _ in told += 1 }
        queue.append(Self.buffer(""), holes: [AnswerHole(offset: 0, answer: promised)])
        queue.append(Self.buffer("second"), holes: [])
        #expect(Self.takeAll(&queue).isEmpty)
        dropped = nil
        #expect(told == 1)
        let taken = Self.takeAll(&queue)
        #expect(taken.last == "second")
        let error = try JSON.parse(try #require(taken.first))["error"]
        #expect(error?["code"] == -32_603)
        #expect(error?["data"] == ["kind": "internal"])
        dropped = PendingAnswer()
        let early = try #require(dropped?.promised)
        dropped = nil
        early.attach(id: Array("2".utf8))
        #expect(early.message != nil)
    }

    @Test func `a promise that was kept may be dropped`() throws {
        var answer: PendingAnswer? = Self.promise("1")
        let promised = try #require(answer?.promised)
        answer?.succeed(with: "a")
        answer = nil
        #expect(promised.message == Array(Self.answer("1", "a").utf8))
    }

    @Test func `keeping a promise twice traps`() async {
        await #expect(processExitsWith: .failure) {
            let answer = PendingAnswer()
            answer.succeed(with: true)
            answer.fail(RPCError(.busy, "no"))
        }
    }
}
