import HTTPCore
import JSONCore
import Testing

@Suite struct ServerSentEventTests {
    private static func written(_ body: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer()
        body(&buffer)
        return String(decoding: [UInt8](buffer), as: UTF8.self)
    }

    @Test func `an event has its fields and an empty line`() {
        let text = Self.written { buffer in
            ServerSentEvent.append(id: "17".utf8.span, to: &buffer)
            ServerSentEvent.append(name: "changed".utf8.span, to: &buffer)
            ServerSentEvent.append(data: "{\"a\":1}".utf8.span, to: &buffer)
            ServerSentEvent.append(retryMilliseconds: 1_500, to: &buffer)
            ServerSentEvent.append(comment: "idle".utf8.span, to: &buffer)
            ServerSentEvent.end(&buffer)
        }
        #expect(text == "id: 17\nevent: changed\ndata: {\"a\":1}\nretry: 1500\n: idle\n\n")
    }

    @Test(arguments: [
        ("", "data: \n"), ("a", "data: a\n"), ("a\nb", "data: a\ndata: b\n"), ("a\r\nb", "data: a\ndata: b\n"),
        ("a\rb", "data: a\ndata: b\n"), ("a\n", "data: a\ndata: \n"), ("\r\n\r\n", "data: \ndata: \ndata: \n"),
        ("a\n\rb", "data: a\ndata: \ndata: b\n"), (" é", "data:  é\n"),
    ])
    func `each line of the data is a field`(data: String, expected: String) {
        #expect(Self.written { ServerSentEvent.append(data: data.utf8.span, to: &$0) } == expected)
    }

    @Test func `a comment cannot become a field`() {
        #expect(Self.written { ServerSentEvent.append(comment: "a\ndata: b".utf8.span, to: &$0) } == ": a\n: data: b\n")
    }

    @Test func `line ends and NUL are left out of ids and names`() {
        #expect(Self.written { ServerSentEvent.append(id: "1\n2\r3\u{0}4".utf8.span, to: &$0) } == "id: 1234\n")
        #expect(Self.written { ServerSentEvent.append(name: "a\r\nb".utf8.span, to: &$0) } == "event: ab\n")
    }
}
