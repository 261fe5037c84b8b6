import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct DateTests {
    static func text(_ seconds: Int64) -> String? {
        HTTPDate(seconds: seconds).map { date in
            var buffer = ByteBuffer()
            date.append(to: &buffer)
            return String(decoding: [UInt8](buffer), as: UTF8.self)
        }
    }

    static func date(_ text: String) -> HTTPDate? { HTTPDate(0..<text.utf8.count, in: text.utf8.span) }

    static let known: [(Int64, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]

    @Test(arguments: known)
    func `known dates are written and read`(seconds: Int64, text: String) {
        #expect(Self.text(seconds) == text)
        #expect(Self.date(text)?.seconds == seconds)
    }

    @Test func `dates of four centuries are read as they are written`() throws {
        for seconds in stride(from: 45_296 as Int64, to: 400 * 366 * 86_400, by: 17 * 86_400 + 3_671) {
            let text = try #require(Self.text(seconds))
            #expect(Self.date(text)?.seconds == seconds)
        }
    }

    @Test(arguments: [-1, 253_402_300_800] as [Int64])
    func `there are no dates beyond the years 1970 to 9999`(seconds: Int64) {
        #expect(HTTPDate(seconds: seconds) == nil)
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
        "Wed, 31 Apr 2024 00:00:00 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994 08:49:3x GMT",
        "Sun. 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    ])
    func `other texts are no dates`(text: String) {
        #expect(Self.date(text) == nil)
    }

    @Test func `the date field changes with the second`() throws {
        var field = HTTPDateField(try #require(HTTPDate(seconds: 0)))
        var buffer = ByteBuffer()
        field.append(to: &buffer)
        field.update(to: try #require(HTTPDate(seconds: 1)))
        field.append(to: &buffer)
        let expected = "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nDate: Thu, 01 Jan 1970 00:00:01 GMT\r\n"
        #expect(String(decoding: [UInt8](buffer), as: UTF8.self) == expected)
    }
}
