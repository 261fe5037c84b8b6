import HTTPCore
import JSONCore
import Testing

@Suite struct FieldTests {
    private static let request =
        "GET / HTTP/1.1\r\nHost: a\r\nX-Empty:\r\nAccept: text/html \r\ncookie: a=1\r\nACCEPT:\t */*\r\n"
        + "X-Accept: no\r\nAccep: no\r\nIf-None-Match: \"a\"\r\n\r\n"

    @Test(
        arguments: [
            ("host", "a"), ("x-empty", ""), ("accept", "text/html"), ("cookie", "a=1"), ("x-accept", "no"),
            ("accep", "no"), ("if-none-match", "\"a\""), ("accepts", nil), ("cooki", nil), ("if-none-matc", nil),
            ("if-modified-since", nil), ("", nil), ("a", nil),
        ] as [(String, String?)]
    )
    func `a field is found by its name`(name: String, value: String?) {
        let played = PlayedConnection()
        #expect(played.receive(Self.request) == .request)
        // The names of fields are constants, so each one of the table is written here again.
        let found: [String: String?] = [
            "host": played.value(of: "host"), "x-empty": played.value(of: "x-empty"),
            "accept": played.value(of: "accept"), "cookie": played.value(of: "cookie"),
            "x-accept": played.value(of: "x-accept"), "accep": played.value(of: "accep"),
            "if-none-match": played.value(of: "if-none-match"), "accepts": played.value(of: "accepts"),
            "cooki": played.value(of: "cooki"), "if-none-matc": played.value(of: "if-none-matc"),
            "if-modified-since": played.value(of: "if-modified-since"), "": played.value(of: ""),
            "a": played.value(of: "a"),
        ]
        #expect(found[name] == .some(value))
    }

    @Test func `repeated fields are found one after another`() throws {
        let played = PlayedConnection()
        #expect(played.receive(Self.request) == .request)
        let first = try #require(played.range(of: "accept"))
        let second = try #require(played.range(of: "accept", after: first))
        #expect(played.text(second) == "*/*")
        #expect(played.range(of: "accept", after: second) == nil)
        #expect(played.onlyValue(of: "accept") == nil)
        #expect(played.onlyValue(of: "cookie") == "a=1")
        let last = try #require(played.range(of: "if-none-match"))
        #expect(played.range(of: "if-none-match", after: last) == nil)
    }

    @Test func `a request without fields has none`() {
        let played = PlayedConnection()
        #expect(played.receive("GET / HTTP/1.0\r\n\r\nhost: a\r\n") == .request)
        #expect(played.value(of: "host") == nil)
    }

    @Test func `fields of a pipelined request are its own`() {
        let played = PlayedConnection()
        #expect(played.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\nA: b\r\n\r\n" + Self.request) == .request)
        #expect(played.value(of: "host") == nil)
        #expect(played.respond() == .request)
        #expect(played.value(of: "a") == nil)
        #expect(played.value(of: "host") == "a")
    }
}
