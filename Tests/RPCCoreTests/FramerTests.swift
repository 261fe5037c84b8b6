import JSONCore
import RPCCore
import TestSupport
import Testing

@Suite struct FramerTests {
    /// A stream and its expected content: the texts of messages and the descriptions of errors.
    struct Case: CustomTestStringConvertible {
        let stream: [UInt8]
        let expected: [String]
        var limits = FramingLimits()
        let testDescription: String

        init(_ name: String, _ stream: String, _ expected: [String], message: Int? = nil, nesting: Int? = nil) {
            self.init(name, Array(stream.utf8), expected, message: message, nesting: nesting)
        }

        init(_ name: String, _ stream: [UInt8], _ expected: [String], message: Int? = nil, nesting: Int? = nil) {
            testDescription = name
            self.stream = stream
            self.expected = expected
            limits.message = message ?? limits.message
            limits.nesting = nesting ?? limits.nesting
        }
    }

    static let texts: [Case] = [
        Case("nothing", "", []),
        Case("only white space", " \r\n\t ", []),
        Case("two lines", "{\"a\":1}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
        Case("no newline between or behind", "{}[]{}", ["{}", "[]", "{}"]),
        Case("newlines inside", "{\n \"a\" :\r\n [ ]\n}\n", ["{\n \"a\" :\r\n [ ]\n}"]),
        Case(
            "brackets and escapes in strings",
            #"{"]}":"\"}]{["}{"\\":"\\"}"#,
            [#"{"]}":"\"}]{["}"#, #"{"\\":"\\"}"#]
        ),
        Case(
            "arrays in a text much longer than the next",
            "{\"a\":1,\"b\":[1]}\n{}[[]]",
            [
                "{\"a\":1,\"b\":[1]}", "{}", "[[]]",
            ]
        ),
        Case(
            "numbers and words behind the first",
            "[] 1 true\n\"x\"null 2",
            ["[]", "1", "true", "\"x\"", "null", "2"]
        ),
        Case(
            "a message of the protocol",
            #"{"id":"7","method":"ping","jsonrpc":"2.0"}"#,
            [
                #"{"id":"7","method":"ping","jsonrpc":"2.0"}"#
            ]
        ),
        Case(
            "escaped member names",
            #"{"jsonrpc":"2.0","\u0069d":1e2,"m\u0065thod":"p"}"#,
            [
                #"{"jsonrpc":"2.0","\u0069d":1e2,"m\u0065thod":"p"}"#
            ]
        ),
        Case(
            "the last of repeated members",
            #"{"id":1,"id":[],"jsonrpc":"2.0","method":"a","id":3,"method":"b"}"#,
            [
                #"{"id":1,"id":[],"jsonrpc":"2.0","method":"a","id":3,"method":"b"}"#
            ]
        ),
        Case("a fault, then on from the next line", "[1,\n2 3]4\n[5]", ["parse 2:3", "[5]"]),
        Case("a newline in a string resumes right behind it", "[\"a\nb\"]\n{}", ["parse 1:4", "parse 1:1", "{}"]),
        Case("a fault without a newline swallows the rest", "[1} {} {} {}", ["parse 1:3"]),
        Case("words that are none", "[]\nnope\n{}", ["[]", "parse 1:1", "{}"]),
        Case("an end inside", "{\"a\":", ["parse 1:6"]),
        Case("an end inside, behind newlines", "[]\n{\n\"a\":\r\n\n ", ["[]", "parse 2:5"]),
        Case("an end inside a string", "[\"abc", ["parse 1:6"]),
        Case("an end inside a string, behind spaces", "[\"abc  ", ["parse 1:8"]),
        Case("too deep, then on", "[[[]]]\n[[1]]", ["tooLarge nesting", "[[1]]"], nesting: 2),
        Case("as long as allowed", "[12345]", ["[12345]"], message: 7),
        Case("one too long", "[123456]\n[1]", ["tooLarge message"], message: 7),
        Case("too long and never ending", "[[[[[[[[[[", ["tooLarge message"], message: 7),
        Case("a fault at the limit", "[12345}", ["parse 1:7"], message: 7),
        Case("a fault behind the limit", "[1234567}\n[]", ["tooLarge message"], message: 7),
        Case("NUL", "[]\u{0}\n{}", ["[]", "parse 1:1", "{}"]),
        Case("NUL in a string", "[\"\u{0}\"]\n{}", ["parse 1:3", "{}"]),
        Case("invalid UTF-8", Array("[\"".utf8) + [0xFF] + Array("\"]\n{}".utf8), ["parse 1:3", "{}"]),
        Case("cut UTF-8", Array("[\"".utf8) + [0xE2, 0x82] + Array("\"]\n{}".utf8), ["parse 1:3", "{}"]),
        Case("a number beyond doubles", "[1e999]\n{}", ["parse 1:2", "{}"]),
        Case("a lone surrogate", "[\"\\ud800\"]\n{}", ["parse 1:3", "{}"]),
    ]

    /// Messages that exceed a limit, most of them after their id.
    static let broken: [Case] = [
        Case("too deep behind the id", "{\"id\":7,\"p\":[[]]}\n{}", ["tooLarge nesting 7", "{}"], nesting: 2),
        Case("too deep before the id", "{\"p\":[[]],\"id\":7}\n{}", ["tooLarge nesting", "{}"], nesting: 2),
        Case("too deep behind a text as id", #"{"id" : "a\"7" ,"p":[[]]}"#, [#"tooLarge nesting "a\"7""#], nesting: 2),
        Case(
            "too deep behind an escaped name",
            #"{"\u0069d":-1.5e2,"p":[[]]}"#,
            ["tooLarge nesting -1.5e2"],
            nesting: 2
        ),
        Case("too deep behind null", #"{"id":null,"p":[[]]}"#, ["tooLarge nesting null"], nesting: 2),
        Case("too deep behind two ids", #"{"id":1,"id":2,"p":[[]],"id":3}"#, ["tooLarge nesting 2"], nesting: 2),
        Case("too deep inside the id", #"{"id":[[]]}"#, ["tooLarge nesting"], nesting: 2),
        Case(
            "too deep behind what is no id",
            #"{"id":true,"p":[[]]}{"id":[],"p":[[]]}"#,
            ["tooLarge nesting"],
            nesting: 2
        ),
        Case("too deep behind an id of params", #"{"params":{"id":7},"p":[[]]}"#, ["tooLarge nesting"], nesting: 2),
        Case("too deep in a batch", #"[{"id":7,"p":[]}]"#, ["tooLarge nesting"], nesting: 2),
        Case(
            "too deep behind a message with an id",
            "{\"id\":7}\n{\"p\":[[]]}\n[[[]]]",
            ["{\"id\":7}", "tooLarge nesting", "tooLarge nesting"],
            nesting: 2
        ),
        Case("too long behind the id", #"{"id":7,"p":1}"#, ["tooLarge message 7"], message: 8),
        Case("too long within the id", #"{"id":7,"p":1}"#, ["tooLarge message"], message: 7),
        Case("too long within a text as id", #"{"id":"78"}"#, ["tooLarge message"], message: 9),
        Case("too long in a batch", #"[{"id":7},{"id":8}]"#, ["tooLarge message"], message: 12),
        Case("no JSON behind the id", #"{"id":7,"p":}"#, ["parse 1:13"]),
        Case(
            "a body too deep behind the id",
            "Content-Length: 17\r\n\r\n{\"id\":7,\"p\":[[]]}Content-Length: 17\r\n\r\n{\"p\":[[]],\"id\":7}",
            ["tooLarge nesting 7", "tooLarge nesting"],
            nesting: 2
        ),
        Case(
            "a body too long behind a message with an id",
            "Content-Length: 8\r\n\r\n{\"id\":7}Content-Length: 9\r\n\r\n{\"id\":77}",
            ["{\"id\":7}", "tooLarge message"],
            message: 8
        ),
    ]

    static let frames: [Case] = [
        Case("two frames", "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n[12]", ["{}", "[12]"]),
        Case(
            "bytes, not characters",
            "Content-Length: 6\r\n\r\n[\"ü\"]Content-Length: 2\r\n\r\n{}",
            ["[\"ü\"]", "{}"]
        ),
        Case("any case, bare newlines", "content-LENGTH:2\n\n{}", ["{}"]),
        Case("further headers", "c: d\r\nContent-Length: \t2 \r\nContent-Type: x; y\r\n\r\n{}", ["{}"]),
        Case(
            "white space around body and frames",
            "\r\nContent-Length: 6\r\n\r\n\n {} \n \nContent-Length: 1\r\n\r\n1",
            ["{}", "1"]
        ),
        Case(
            "a fault, then on from the next frame",
            "Content-Length: 3\r\n\r\n[1}Content-Length: 2\r\n\r\n{}",
            [
                "parse 1:3", "{}",
            ]
        ),
        Case(
            "newlines in a faulty body",
            "Content-Length: 5\r\n\r\n[\n\n{}Content-Length: 2\r\n\r\n{}",
            ["parse 3:3", "{}"]
        ),
        Case(
            "a body that ends early, with newlines at its end",
            "Content-Length: 6\r\n\r\n\n[1,\n\nContent-Length: 2\r\n\r\n{}",
            ["parse 2:4", "{}"]
        ),
        Case("a body of newlines", "Content-Length: 2\r\n\r\n\n\nContent-Length: 2\r\n\r\n{}", ["parse 1:1", "{}"]),
        Case("two values in a body", "Content-Length: 4\r\n\r\n{}{}Content-Length: 2\r\n\r\n{}", ["parse 1:3", "{}"]),
        Case("an empty body", "Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", ["parse 1:1", "{}"]),
        Case(
            "too deep, then on",
            "Content-Length: 6\r\n\r\n[[[]]]Content-Length: 2\r\n\r\n[]",
            [
                "tooLarge nesting", "[]",
            ],
            nesting: 2
        ),
        Case("one too long", "Content-Length: 8\r\n\r\n", ["tooLarge message"], message: 7),
        Case("leading zeros", "Content-Length: 000000002\r\n\r\n{}Content-Length: 0000000002\r\n\r\n[]", ["{}", "[]"]),
        Case("a bare line feed", "Content-Length: 2\n\n{}Content-Length: 2\n\r\n[]", ["{}", "[]"]),
        Case("a bare carriage return", "Content-Length: 2\r\r\n\r\n{}", ["parse header"]),
        Case("10^30", "Content-Length: 1000000000000000000000000000000\r\n\r\n", ["tooLarge message"]),
        Case("-1", "Content-Length: -1\r\n\r\n{}", ["parse header"]),
        Case("+1", "Content-Length: +1\r\n\r\n1", ["parse header"]),
        Case("0x10", "Content-Length: 0x10\r\n\r\n{}", ["parse header"]),
        Case("no digits", "Content-Length: \r\n\r\n{}", ["parse header"]),
        Case("twice", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", ["parse header"]),
        Case("none", "Content-Type: x\r\n\r\n{}", ["parse header"]),
        Case("a line without a colon", "Content-Length: 2\r\nnonsense\r\n\r\n{}", ["parse header"]),
        Case("an end inside the header", "Content-Len", ["parse header"]),
        Case("an end inside the body", "Content-Length: 20\r\n\r\n{", ["parse header"]),
        Case("a header longer than allowed", "c: " + String(repeating: "x", count: 8_300), ["tooLarge header"]),
    ]

    static let unknown: [Case] = [
        Case("a web request", "GET / HTTP/1.1\r\n\r\n", ["parse framing"]),
        Case("a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8), ["parse framing"]),
        Case("NUL first", "\u{0}{}", ["parse framing"]),
        Case("a string first", "\"C\"", ["parse framing"]),
        Case("white space, then nonsense", "  \nx", ["parse framing"]),
    ]

    static func summary(_ event: Framed) -> String {
        switch event {
        case .message(let text, _, _): text
        case .fault(let fault, let id): summary(fault) + (id.map { " \($0)" } ?? "")
        }
    }

    private static func summary(_ fault: FrameFault) -> String {
        switch fault {
        case .notJSON(_, let line, let column): "parse \(line):\(column)"
        case .tooDeep: "tooLarge nesting"
        case .tooLong: "tooLarge message"
        case .headerTooLong: "tooLarge header"
        case .header: "parse header"
        case .unknownFraming: "parse framing"
        }
    }

    @Test(arguments: texts + broken + frames + unknown)
    func `the framer finds the messages and faults of a stream`(example: Case) {
        let found = Framed.all(in: [example.stream[...]], limits: example.limits)
        #expect(found.events.map(Self.summary) == example.expected)
        #expect(found.left == 0)
    }

    @Test(arguments: texts + broken + frames + unknown)
    func `the framer gives equal results byte by byte and for each split`(example: Case) {
        let stream = example.stream
        let whole = Framed.all(in: [stream[...]], limits: example.limits)
        let dripped = Framed.all(in: stream.indices.map { stream[$0...$0] }, limits: example.limits)
        #expect(dripped.events == whole.events)
        for position in stream.indices {
            let split = Framed.all(in: [stream[..<position], stream[position...]], limits: example.limits)
            #expect(split.events == whole.events, "split at \(position)")
        }
    }

    @Test(arguments: Seeds.all)
    func `the framer gives equal results for random pieces of random streams`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var stream: [UInt8] = []
            let isFramed = Bool.random(using: &generator)
            for _ in 0..<8 {
                let example = (isFramed ? Self.frames : Self.texts + Self.broken.dropLast(2)).randomElement(
                    using: &generator
                )
                stream += (example?.stream ?? []) + (isFramed ? [] : [0x0A])
            }
            if !stream.isEmpty, Bool.random(using: &generator) {
                stream[Int.random(in: stream.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < stream.count {
                let end = min(stream.count, start + Int.random(in: 1...9, using: &generator))
                pieces.append(stream[start..<end])
                start = end
            }
            var limits = FramingLimits()
            limits.message = 24
            limits.nesting = 2
            let whole = Framed.all(in: [stream[...]], limits: limits)
            #expect(Framed.all(in: pieces, limits: limits).events == whole.events, "seed \(seed)")
            #expect(Framed.wrongID(in: stream.span, limits: limits) == nil, "seed \(seed)")
        }
    }

    @Test(arguments: ["", "Content-Length: 8\r\n\r\n"])
    func `the fault of a truncated text is located after its last token`(header: String) {
        let found = Framed.all(in: [Array((header + "{\"a\":\n \n").utf8)[...]])
        let fault = JSONFault(.endInside(.value), at: 8)
        #expect(found.events == [.fault(.notJSON(fault, line: 1, column: 6))])
    }

    @Test func `the framer finds id and method anywhere in a message`() {
        let text = #"{"params":{"id":9,"method":"no"},"id":"7","jsonrpc":"2.0","method":"p\u0069ng"}"#
        let dripped = Framed.all(in: Array(text.utf8).map { [$0] })
        #expect(dripped.events == [.message(text, method: "ping", id: "\"7\"")])
    }

    @Test(arguments: [
        ("{\"a\":", true), ("{} [", true), ("{} ", false), ("[}", false), ("Content-L", true), ("", false),
    ])
    func `the framer reports whether a message has begun`(stream: String, isInside: Bool) {
        #expect(Framed.all(in: [Array(stream.utf8)[...]]).isInside == isInside)
    }

    @Test func `the framer reads nothing after a fatal fault and keeps no input`() {
        let found = Framed.all(in: [Array("x".utf8)[...], Array("{}\n{}".utf8)[...]])
        #expect(found.events.count == 1)
        #expect(found.left == 0)
    }

    @Test func `a message limit beyond the supported maximum traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var limits = FramingLimits()
            limits.message = FramingLimits.maxMessageSize + 1
            _ = Framer(limits: limits)
        }
    }

    @Test func `a message is closed as its framing style requires`() {
        var buffer = ByteBuffer()
        buffer.append("before")
        let start = buffer.count
        buffer.append("{\"a\":\"ü\"}")
        Framer.Style.contentLength.closeMessage(from: start, in: &buffer)
        #expect(String(decoding: [UInt8](buffer), as: UTF8.self) == "beforeContent-Length: 10\r\n\r\n{\"a\":\"ü\"}")
        buffer.removeAll()
        buffer.append("{}")
        Framer.Style.texts.closeMessage(from: 0, in: &buffer)
        #expect([UInt8](buffer) == Array("{}\n".utf8))
    }
}
