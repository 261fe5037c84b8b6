import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct FrameTests {
    /// A stream of frames, with what a connection reports and sends.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let stream: [UInt8]
        let events: [String]
        let frames: [ServerFrame]

        init(_ name: String, _ stream: [UInt8], _ events: [String], _ frames: [ServerFrame] = []) {
            testDescription = name
            self.stream = stream
            self.events = events
            self.frames = frames
        }

        /// A stream that breaks the protocol.
        static func faulty(_ name: String, _ stream: [UInt8], _ fault: WebSocketFault) -> Case {
            Case(name, stream, ["\(fault)", "shutDown", "close"], [.close(fault.code.number, fault.reason)])
        }
    }

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func frame(_ opcode: UInt8, _ text: String) -> ServerFrame { ServerFrame(opcode, bytes(text)) }

    private static let euro = bytes("€")

    static let valid: [Case] = [
        Case("nothing", [], ["close"]),
        Case("a text", ClientFrame.text("Hello"), ["text Hello", "close"], [frame(1, "Hello")]),
        Case("an empty text", ClientFrame.text(""), ["text ", "close"], [frame(1, "")]),
        Case("a text beyond ASCII", ClientFrame.text("a€😀"), ["text a€😀", "close"], [frame(1, "a€😀")]),
        Case(
            "a binary message",
            ClientFrame(2, [0, 255, 128]).bytes,
            ["binary [0, 255, 128]", "close"],
            [
                ServerFrame(2, [0, 255, 128])
            ]
        ),
        Case(
            "two messages in one piece",
            ClientFrame.text("one") + ClientFrame.text("two"),
            ["text one", "text two", "close"],
            [frame(1, "one"), frame(1, "two")]
        ),
        Case("a ping", ClientFrame.ping("p"), ["close"], [frame(10, "p")]),
        Case("a ping without a payload", ClientFrame.ping(""), ["close"], [frame(10, "")]),
        Case("a pong", ClientFrame(10, [1, 2]).bytes, ["pong [1, 2]", "close"]),
        Case(
            "fragments",
            ClientFrame.text("Hel", isFinal: false) + ClientFrame.rest(bytes("l"), isFinal: false)
                + ClientFrame.rest(bytes("o")),
            ["text Hello", "close"],
            [frame(1, "Hello")]
        ),
        Case(
            "control frames between fragments",
            ClientFrame.text("Hel", isFinal: false) + ClientFrame.ping("a longer payload")
                + ClientFrame.rest(bytes("l"), isFinal: false) + ClientFrame(10, [1]).bytes
                + ClientFrame.rest(bytes("o")) + ClientFrame.text("!"),
            ["pong [1]", "text Hello", "text !", "close"],
            [frame(10, "a longer payload"), frame(1, "Hello"), frame(1, "!")]
        ),
        Case(
            "empty fragments",
            ClientFrame.text("", isFinal: false) + ClientFrame.rest([], isFinal: false) + ClientFrame.rest([]),
            ["text ", "close"],
            [frame(1, "")]
        ),
        Case(
            "binary fragments",
            ClientFrame(2, [1], isFinal: false).bytes + ClientFrame.rest([255]),
            ["binary [1, 255]", "close"],
            [ServerFrame(2, [1, 255])]
        ),
        Case(
            "a character in three fragments",
            ClientFrame(1, [euro[0]], isFinal: false).bytes + ClientFrame.rest([euro[1]], isFinal: false)
                + ClientFrame.rest([euro[2]]),
            ["text €", "close"],
            [frame(1, "€")]
        ),
        Case("a close frame", ClientFrame.close(1000), ["closed 1000 ", "shutDown", "close"], [.close(1000, "")]),
        Case(
            "a close frame with a reason",
            ClientFrame.close(4321, "né") + [0xFF, 0xFF],
            ["closed 4321 né", "shutDown", "close"],
            [.close(4321, "")]
        ),
        Case(
            "a close frame without a code",
            ClientFrame(8, []).bytes,
            ["closed nil ", "shutDown", "close"],
            [ServerFrame(8, [])]
        ),
        Case(
            "a close frame between fragments",
            ClientFrame.text("a", isFinal: false) + ClientFrame.close(1001),
            ["closed 1001 ", "shutDown", "close"],
            [.close(1001, "")]
        ),
        Case(
            "the server closes first",
            ClientFrame.text("bye") + ClientFrame.text("x") + ClientFrame.ping("y") + ClientFrame(10, []).bytes
                + ClientFrame(2, [1], isFinal: false).bytes + ClientFrame.rest([2]) + ClientFrame.close(1000, "bye"),
            ["text bye", "closed 1000 bye", "shutDown", "close"],
            [.close(1000, "bye")]
        ),
        Case(
            "a fault after the server has closed",
            ClientFrame.text("bye") + [0xF0],
            ["text bye", "reservedBits", "shutDown", "close"],
            [.close(1000, "bye")]
        ),
        Case("an end inside a frame", ClientFrame.text("Hello").dropLast(), ["close"]),
        Case("an end inside a message", ClientFrame.text("Hello", isFinal: false), ["close"]),
    ]

    private static func frame(
        _ first: UInt8,
        _ payload: [UInt8] = [],
        mask: [UInt8]? = [1, 2, 3, 4],
        lengthBytes: Int? = nil
    ) -> [UInt8] {
        var frame = ClientFrame(0, payload)
        frame.first = first
        frame.mask = mask
        frame.lengthBytes = lengthBytes
        return frame.bytes
    }

    static let faulty: [Case] =
        [0xC1, 0xA1, 0x91, 0xC8].map { .faulty("reserved bits \($0)", frame($0), .reservedBits) }
        + [0x83, 0x84, 0x85, 0x86, 0x87, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x03].map {
            .faulty("opcode \($0)", frame($0), .opcode)
        }
        + [0x08, 0x09, 0x0A].map { .faulty("a fragment of control frame \($0)", frame($0), .controlFragmented) }
        + [0x81, 0x82, 0x88, 0x89, 0x80].map { .faulty("no mask \($0)", frame($0, mask: nil), .notMasked) }
        + [1000, 1001, 1002, 1003, 1007, 1014, 3000, 4999].map {
            Case("code \($0)", ClientFrame.close($0), ["closed \($0) ", "shutDown", "close"], [.close($0, "")])
        }
        + [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2999, 5000, 65535].map {
            .faulty("code \($0)", ClientFrame.close($0), .closeCode)
        }
        + [
            .faulty("a length of 125 in two bytes", frame(0x81, bytes("x"), lengthBytes: 2), .lengthNotMinimal),
            .faulty("a length of 125 in eight bytes", frame(0x81, bytes("x"), lengthBytes: 8), .lengthNotMinimal),
            .faulty(
                "a length of 65535 in eight bytes",
                [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
                .lengthNotMinimal
            ),
            .faulty("a negative length", [0x81, 0xFF, 0x80, 0, 0, 0, 0, 1, 0, 0], .length),
            .faulty("a long ping", [0x89, 0xFE, 0, 126], .controlTooLong),
            .faulty("a longer ping", [0x89, 0xFF], .controlTooLong),
            .faulty("a continuation of nothing", ClientFrame.rest([]), .nothingToContinue),
            .faulty(
                "a second message inside the first",
                ClientFrame.text("a", isFinal: false) + ClientFrame.text("b"),
                .messageNotFinished
            ),
            .faulty(
                "a binary message inside a text",
                ClientFrame.text("a", isFinal: false) + ClientFrame(2, []).bytes,
                .messageNotFinished
            ),
            .faulty("a close frame of one byte", frame(0x88, [3]), .closeLength),
            .faulty("a reason that is not UTF-8", frame(0x88, [3, 0xE8, 0xFF]), .notUTF8),
            .faulty("a reason that ends inside a character", frame(0x88, [3, 0xE8, 0xC3]), .notUTF8),
            .faulty("a text that is not UTF-8", frame(0x81, [0x61, 0xFF]), .notUTF8),
            .faulty("a text that ends inside a character", frame(0x81, [0xE2, 0x82]), .notUTF8),
            .faulty("a surrogate", frame(0x81, [0xED, 0xA0, 0x80]), .notUTF8),
            .faulty("an overlong character", frame(0x81, [0xC0, 0xAF]), .notUTF8),
            .faulty("a fragment that is not UTF-8", frame(0x01, [0x61, 0xFF]), .notUTF8),
            .faulty("a fragment that begins a faulty character", frame(0x01, [0xED, 0xA0]), .notUTF8),
            .faulty(
                "a character that does not go on in the next fragment",
                frame(0x01, [0xE2, 0x82]) + frame(0x80, [0x61]),
                .notUTF8
            ),
            .faulty(
                "a text that ends inside a character in its last fragment",
                frame(0x01) + frame(0x80, [0xC3]),
                .notUTF8
            ),
            .faulty(
                "2^62 bytes",
                [0x82, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                .messageTooLong(limit: 1 << 20)
            ),
        ]

    @Test(arguments: valid + faulty)
    func `a connection reports the frames of a stream, and responds to them`(example: Case) {
        let exchange = FrameExchange([example.stream[...]])
        #expect(exchange.events == example.events)
        #expect(exchange.frames == example.frames)
    }

    @Test(arguments: valid + faulty)
    func `frames give equal results byte by byte and for each split`(example: Case) {
        let stream = example.stream
        let expected = FrameOracle(stream, limit: 1 << 20).result
        #expect(FrameExchange([stream[...]]) == expected)
        #expect(FrameExchange(stream.indices.map { stream[$0...$0] }) == expected)
        for position in stream.indices {
            #expect(FrameExchange([stream[..<position], stream[position...]]) == expected, "split at \(position)")
        }
    }

    @Test(arguments: Seeds.all)
    func `random pieces of random frames agree with a simple implementation`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var limits = WebSocketLimits()
        limits.message = 40
        limits.unsentOutput = 20
        for _ in 0..<100 {
            var stream: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                stream += (Self.valid + Self.faulty.suffix(20)).randomElement(using: &generator)?.stream ?? []
            }
            if Bool.random(using: &generator), !stream.isEmpty {
                let bit = UInt8.random(in: 0...7, using: &generator)
                stream[Int.random(in: stream.indices, using: &generator)] ^= 1 << bit
            }
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < stream.count {
                let end = min(stream.count, start + Int.random(in: 1...30, using: &generator))
                pieces.append(stream[start..<end])
                start = end
            }
            let expected = FrameOracle(stream, limit: 40).result
            #expect(FrameExchange(pieces, limits: limits) == expected, "seed \(seed)")
        }
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
    func `a message of each form of length is received and sent`(count: Int) {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let exchange = FrameExchange([ClientFrame(2, content).bytes[...]])
        #expect(exchange.events == ["binary \(content)", "close"])
        #expect(exchange.frames == [ServerFrame(2, content)])
    }

    @Test func `a mask is removed from each byte, wherever the payload is`() {
        for count in 0...40 {
            let content = (0..<count).map { UInt8($0 * 5) }
            var frame = ClientFrame(2, content)
            frame.mask = [0x12, 0x80, 0xFF, 0x01]
            for before in 0...8 {
                let stream = ClientFrame(10, [UInt8](repeating: 0, count: before)).bytes + frame.bytes
                let exchange = FrameExchange([stream[...]])
                #expect(exchange.frames == [ServerFrame(2, content)])
            }
        }
    }
}
