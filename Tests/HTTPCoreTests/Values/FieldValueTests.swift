import HTTPCore
import JSONCore
import Testing

@Suite struct FieldValueTests {
    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
    }

    // MARK: Lists

    @Test(arguments: [
        ("", []), (" , ,", []), ("a", ["a"]), (" a , b\t,c", ["a", "b", "c"]), ("a b, c", ["a b", "c"]),
        (#""a,b", c"#, [#""a"#, #"b""#, "c"]),
    ])
    func `a list has elements between its commas`(value: String, expected: [String]) {
        #expect(Self.elements(value, hasQuotes: false) == expected)
    }

    @Test(arguments: [
        ("a, b", ["a", "b"]), (#""a,b", c"#, [#""a,b""#, "c"]), (#""a\",b", c"#, [#""a\",b""#, "c"]),
        (#""a,b"#, [#""a,b"#]), (#""a\"#, [#""a\"#]),
    ])
    func `commas inside quoted strings separate nothing`(value: String, expected: [String]) {
        #expect(Self.elements(value, hasQuotes: true) == expected)
    }

    private static func elements(_ value: String, hasQuotes: Bool) -> [String] {
        var list = TokenList(0..<value.utf8.count, hasQuotes: hasQuotes)
        var found: [String] = []
        while let element = list.next(in: value.utf8.span) {
            found.append(text(value.utf8.span, element))
        }
        return found
    }

    @Test(arguments: [
        ("close", true), ("keep-alive, Close", true), ("closed", false), ("clos", false), ("", false),
        ("\"close\"", false),
    ])
    func `a word is found in a list in any case`(value: String, isFound: Bool) {
        let found = TokenList.contains("close", 0..<value.utf8.count, in: value.utf8.span)
        #expect(found == isFound)
    }

    @Test func `the case of other characters is not ignored`() {
        // These differ from "a-1" by the bit that letters of both cases differ by.
        for text in ["x\u{1}-1", "xa\u{D}1", "xa-\u{11}", "xA-1"] {
            let isEqual = text.utf8.span.equals("a-1", ignoringCaseIn: 1..<4)
            #expect(isEqual == (text == "xA-1"))
        }
    }

    // MARK: Cookies

    @Test(arguments: [
        ("a=1", ["a=1"]), ("a=1; b=2", ["a=1", "b=2"]), ("a=1;b=2;", ["a=1", "b=2"]), ("a", []), ("", []),
        ("a=\"x\"; b=\"", ["a=x", "b=\""]), ("a = 1 ;b", ["a=1"]), ("a=b=c", ["a=b=c"]), ("=1", ["=1"]),
        ("; ;a=;", ["a="]), ("$Version=1; A=1; a=2", ["$Version=1", "A=1", "a=2"]),
    ])
    func `a cookie field has pairs`(value: String, expected: [String]) {
        var cookies = Cookies(0..<value.utf8.count)
        var found: [String] = []
        while let (name, content) = cookies.next(in: value.utf8.span) {
            found.append(Self.text(value.utf8.span, name) + "=" + Self.text(value.utf8.span, content))
        }
        #expect(found == expected)
    }

    @Test(arguments: [("a", "1"), ("A", "3"), ("ab", "4"), ("b", nil), ("", nil), ("abc", nil)])
    func `the first cookie of a name counts`(name: String, expected: String?) {
        let value = "a=1; a=2; A=3; ab=4"
        let found = Cookies.value(of: name.utf8.span, 0..<value.utf8.count, in: value.utf8.span)
        let text = found.map { Self.text(value.utf8.span, $0) }
        #expect(text == expected)
    }

    // MARK: Media types

    @Test(arguments: [
        ("application/json", true), (" Application/JSON ", true), ("application/json;charset=utf-8", true),
        ("application/json ; charset=\"UTF-8\" ; x=y", true), ("application/json;", true),
        ("application/json; charset=latin1", false), ("application/jsonp", false), ("application/json x", false),
        ("application/json; charset", false), ("application/json; charset=", false), ("application/json; =x", false),
        ("application/json; a=\"b", false), ("application/json, text/plain", false), ("text/plain", false),
        ("application/", false), ("/json", false), ("application", false), ("", false), ("application/json a=b", false),
    ])
    func `a body is JSON if its type says so`(value: String, isJSON: Bool) {
        let found = MediaType.isJSON(0..<value.utf8.count, in: value.utf8.span)
        #expect(found == isJSON)
    }

    @Test(arguments: [("a", "1"), ("b", "x;\\\"y"), ("c", "3"), ("d", nil)])
    func `a media type has parameters`(name: String, expected: String?) throws {
        let value = #"text/plain; A=1;b="x;\"y" ; c=3"#
        let read = MediaType(0..<value.utf8.count, in: value.utf8.span)
        let type = try #require(read)
        let isPlain = type.isType("text/plain", in: value.utf8.span)
        #expect(isPlain)
        let found =
            switch name {
            case "a": type.parameter("a", in: value.utf8.span)
            case "b": type.parameter("b", in: value.utf8.span)
            case "c": type.parameter("c", in: value.utf8.span)
            default: type.parameter("d", in: value.utf8.span)
            }
        let text = found.map { Self.text(value.utf8.span, $0) }
        #expect(text == expected)
    }

    // MARK: Accept

    @Test(
        arguments: [
            (nil, 1_000), ("text/plain", 1_000), ("TEXT/Plain", 1_000), ("text/*;q=0.5", 500), ("*/*;q=0.25", 250),
            ("text/html", 0), ("", 0), ("text/html, */*;q=0.001", 1), ("text/plain;q=0, */*", 0),
            ("*/*;q=0.1, text/*;q=0.2, text/plain;q=0.3", 300), ("text/plain;q=0.3, text/*;q=0.2, */*;q=0.1", 300),
            ("text/plain; Q=1.000", 1_000), ("text/plain;q=1.", 1_000), ("text/plain;q=1.001", 0),
            ("text/plain;q=2", 0), ("text/plain;q=0.1234", 0), ("text/plain;q=-1", 0), ("text/plain;q=x", 0),
            ("text/plain;q=0.x", 0), ("text/plain;q=0x5", 0), ("text/plain;version=1", 0),
            ("text/plain;q=\"1\"", 1_000),
            ("text/plai", 0), ("text/plain2", 0), ("tex/*", 0), ("texts/*", 0), ("faulty, text/plain", 1_000),
            (#"a/b;x=", text/plain", text/html"#, 0),
            ("text/plain;q=0.5;ext=1", 500), ("*", 0), ("a/*", 0),
        ] as [(String?, Int)]
    )
    func `a type has a quality`(value: String?, quality: Int) {
        let bytes = value ?? ""
        let range = value.map { 0..<$0.utf8.count }
        let found = AcceptedTypes.quality(of: "text/plain", range, in: bytes.utf8.span)
        #expect(found == quality)
    }

    @Test(
        arguments: [
            (nil, 0), ("*/*", 0), ("text/plain", 0), ("application/openmetrics-text, text/plain;q=0.5", 1),
            ("application/openmetrics-text;q=0.5, text/plain;q=0.5", 0), ("text/html", nil),
            ("text/plain;q=0, */*;q=0.1", 1), ("text/plain;q=0, application/openmetrics-text;q=0", nil),
        ] as [(String?, Int?)]
    )
    func `the offer with the greatest quality is chosen`(value: String?, index: Int?) {
        let bytes = value ?? ""
        let offers: [StaticString] = ["text/plain", "application/openmetrics-text"]
        let range = value.map { 0..<$0.utf8.count }
        let found = AcceptedTypes.best(of: offers, range, in: bytes.utf8.span)
        #expect(found == index)
    }

    @Test(arguments: [
        ("text/plain;version=0.0.4;q=0.3,*/*;q=0.2", 300), ("text/plain;version=1.0.0;q=0.4,*/*;q=0.2", 200),
        ("text/plain;q=0.5", 500), ("text/plain;version=0.0.4;escaping=x;q=0.4, text/plain;q=0.9", 400),
        ("text/plain;q=0.9;version=1", 900), (#"text/plain;version="0.0.4""#, 1_000), ("text/*;q=0.7", 700),
        ("text/plain;version=0.0.4;q=x", 0), ("text/html;version=0.0.4", 0),
    ])
    func `a range with a version matches only this version of a type`(value: String, quality: Int) {
        let range = 0..<value.utf8.count
        let found = AcceptedTypes.quality(of: "text/plain", version: "0.0.4", range, in: value.utf8.span)
        #expect(found == quality)
    }

    // MARK: Entity tags

    @Test(arguments: [
        (#""a""#, true, true), (#"W/"a""#, true, false), ("*", true, true), (#""b", "a""#, true, true),
        (#"W/"b" ,W/"a""#, true, false), (#""b","#, false, false), ("", false, false), ("a", false, false),
        (#""A""#, false, false), (#""a"#, false, false), (#"w/"a""#, false, false), (#""b" "a""#, false, false),
        (#"x, "a""#, false, false), (#""a"x"#, true, true), (#", ,"a""#, true, true), (#""a b", "a""#, false, false),
        ("* ", false, false), (#"W/ "a""#, false, false), (#""b,"a""#, false, false), (#""", "a""#, true, true),
    ])
    func `a tag is listed`(value: String, isListed: Bool, isListedStrong: Bool) {
        let range = 0..<value.utf8.count
        let found = EntityTag.isListed("a".utf8.span, range, in: value.utf8.span)
        #expect(found == isListed)
        let foundStrong = EntityTag.isListedStrong("a".utf8.span, range, in: value.utf8.span)
        #expect(foundStrong == isListedStrong)
    }

    @Test func `a long tag is compared to its end`() {
        let tag = Array("vKq3Zp0cW8u1bX5yT7rA2dE9fGh4".utf8)
        func isListed(_ characters: [UInt8]) -> Bool {
            let value = Array("\"x\", \"".utf8) + characters + Array("\"".utf8)
            return EntityTag.isListed(tag.span, value.indices, in: value.span)
        }
        #expect(isListed(tag))
        for index in tag.indices {
            for byte in Array("v \t\"\u{7F}é".utf8) where byte != tag[index] {
                var other = tag
                other[index] = byte
                #expect(!isListed(other), "\(index) \(byte)")
            }
            #expect(!isListed(Array(tag.prefix(index))))
        }
        #expect(!isListed(tag + [0x61]))
    }

    // MARK: Conditions

    @Test(
        arguments: [
            ("GET", "", .holds), ("GET", "If-None-Match: \"t\"", .notModified),
            ("HEAD", "If-None-Match: *", .notModified),
            ("GET", "If-None-Match: W/\"t\"", .notModified), ("GET", "If-None-Match: \"u\"", .holds),
            ("GET", "If-None-Match: \"u\"\r\nIf-None-Match: \"t\"", .notModified),
            ("PUT", "If-None-Match: *", .failed), ("PUT", "If-None-Match: \"u\"", .holds),
            ("PUT", "If-Match: \"t\"", .holds), ("PUT", "If-Match: *", .holds), ("PUT", "If-Match: \"u\"", .failed),
            ("PUT", "If-Match: W/\"t\"", .failed), ("PUT", "If-Match: \"u\"\r\nIf-Match: \"t\"", .holds),
            ("PUT", "If-Match: \"t\"\r\nIf-None-Match: \"t\"", .failed), ("PUT", "If-Match:", .failed),
            ("GET", "If-Match: \"u\"", .failed), ("GET", "If-Match: \"t\"", .holds),
            ("GET", "If-Modified-Since: Sun, 06 Nov 2094 08:49:37 GMT", .holds),
            ("PUT", "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT", .holds),
        ] as [(String, String, Precondition)]
    )
    func `the conditions of a request are evaluated in order`(method: String, fields: String, expected: Precondition) {
        #expect(precondition(method, fields, tag: "t") == expected)
    }

    @Test(
        arguments: [
            ("If-Match: *", .holds), ("If-Match: \"t\"", .failed), ("If-Match: \"\"", .failed),
            ("If-None-Match: *", .notModified), ("If-None-Match: \"t\"", .holds), ("", .holds),
        ] as [(String, Precondition)]
    )
    func `conditions on what has no tag`(field: String, expected: Precondition) {
        #expect(precondition("GET", field, tag: nil) == expected)
    }

    @Test func `the strong tags of all fields are listed`() {
        let tags = conditions("PUT", "If-Match: \"a\", W/\"b\", \"\"\r\nIf-Match: \"c\" x, \"d\"").match?.strongTags
        #expect(tags == ["a", "", "c"])
    }

    private func conditions(_ method: String, _ fields: String) -> RequestConditions {
        let played = PlayedConnection()
        #expect(
            played.receive("\(method) / HTTP/1.1\r\nHost: a\r\n\(fields)\(fields.isEmpty ? "" : "\r\n")\r\n")
                == .request
        )
        let request = played.connection.request
        return played.input.withBytes { RequestConditions(request, in: $0) }
    }

    private func precondition(_ method: String, _ fields: String, tag: String?) -> Precondition {
        conditions(method, fields).evaluate(tag: tag)
    }
}
