import Testing

@testable import JSONCore

/// Tests that names of equal length or with equal beginnings or ends are distinguished, in whole and streamed texts.
@Suite struct FieldNamesTests {
    private static let names = JSONFieldNames([
        "", "a", "id", "method", "methods", "methodA", "methodAB", "methodAC", "ethodAB", "é", "parameter",
        "parameterS",
        "parametes", "\u{0}",
        """
        one name of more than 255 bytes: ................................................................\
        .................................................................................................\
        ................................................................................................A
        """,
        """
        one name of more than 255 bytes: ................................................................\
        .................................................................................................\
        ................................................................................................B
        """,
    ])

    /// Returns the members found by `JSONFieldNames`, and those recorded during a scan.
    private static func fields(of text: String) throws -> (found: [String?], noted: [String?]) {
        let bytes = Array(text.utf8)
        let range = try JSON.check(bytes.span)
        var checker = JSONStreamChecker(depthLimit: 4, noting: names)
        checker.begin(at: 0)
        #expect(try checker.advance(in: bytes.span, isWhole: true) == .complete(bytes.count))
        let found = names.find(in: range, bytes.span)
        func read(_ range: JSONRange?) -> String? {
            range.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        }
        return (
            names.names.indices.map { read(found.range($0)) }, names.names.indices.map { read(checker.range($0)) }
        )
    }

    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    @Test(arguments: [false, true], [false, true])
    func `each field name is found, plain or escaped`(isEscaped: Bool, isLast: Bool) throws {
        for (index, name) in Self.names.names.map(\.description).enumerated() {
            guard isEscaped || name != "\u{0}" else { continue }
            let member = "\"\(isEscaped ? Self.escaped(name) : name)\":1"
            let fields = try Self.fields(of: isLast ? "{\(member)}" : "{\(member),\"x-behind it\":[\"method\"]}")
            let expected = Self.names.names.indices.map { $0 == index ? "1" : nil }
            #expect(fields.found == expected, "\(name)")
            #expect(fields.noted == expected, "\(name)")
        }
    }

    @Test(arguments: [
        "b", "i", "ids", "metho", "methodB", "ethod", "methodAD", "methodABC", "parameteR", "parameterSS",
        "\\u0000\\u0000",
        "e\u{301}", "\\u0061a", "\\u0065thodA", "x", "X-", "one name of more than 255 bytes: ",
    ])
    func `a similar name matches no field`(name: String) throws {
        let fields = try Self.fields(of: "{\"\(name)\":1}")
        let none = [String?](repeating: nil, count: Self.names.names.count)
        #expect(fields.found == none)
        #expect(fields.noted == none)
    }

    @Test func `the last of repeated names wins, plain or escaped`() throws {
        let text = #"{"method":1,"m\u0065thod":2,"methodAB":3,"\u006dethodAB":4,"methodAB":5,"x-method":6}"#
        let fields = try Self.fields(of: text)
        for found in [fields.found, fields.noted] {
            #expect(found[3] == "2")
            #expect(found[6] == "5")
        }
    }
}
