import LoadGenerator
import Testing

@Suite struct ResponseRuleTests {
    private let rule = ResponseRule(beginning: "{\"id\":", ending: "\"pong\"}\n", forbidden: "error")

    @Test func `a valid response is accepted`() {
        #expect(accepts("{\"id\":7,\"result\":\"pong\"}\n", rule))
    }

    @Test(arguments: [
        "", "\n", "{\"id\":7,\"result\":\"pong\"}",
        "{\"id\":7,\"result\":\"pung\"}\n",
        "[\"id\":7,\"result\":\"pong\"}\n",
        "{\"id\":7,\"error\":\"pong\"}\n", "{\"id\":\"pong\"}\n\n", "{\"id\":1,\"pong\"}\n{\"id\":2,\"pong\"}\n",
        "{\"id\":1,\"pong\"}\n{\"id\":",
    ])
    func `an invalid response is refused`(_ text: String) {
        #expect(!accepts(text, rule))
    }

    @Test func `the beginning and the end of a response must not overlap`() {
        #expect(!accepts("+PONG\r\n", ResponseRule(beginning: "+PONG", ending: "PONG\r\n")))
    }

    @Test(arguments: [
        ("$2\r\n42\r\n", true), ("$2\r\n\r\n\r\n", true), ("$2\r\n4\r\n", false), ("$2\r\n423\r\n", false),
        ("-ERR\r\n\r\n", false), ("$2\r\n42\n\n", false),
    ])
    func `a response of known length may contain newlines`(_ text: String, _ isValid: Bool) {
        #expect(accepts(text, ResponseRule(beginning: "$2\r\n", ending: "\r\n", varying: 2)) == isValid)
    }

    private func accepts(_ text: String, _ rule: ResponseRule) -> Bool {
        let bytes = Array(text.utf8)
        return rule.accepts(bytes.span)
    }
}
