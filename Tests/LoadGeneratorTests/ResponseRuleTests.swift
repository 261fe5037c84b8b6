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

    private func accepts(_ text: String, _ rule: ResponseRule) -> Bool {
        let bytes = Array(text.utf8)
        return rule.accepts(bytes.span)
    }
}
