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

    static let known: [(Int64, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]

    @Test(arguments: known)
    func `known dates are written`(seconds: Int64, text: String) {
        #expect(Self.text(seconds) == text)
    }

    @Test(arguments: [-1, 253_402_300_800] as [Int64])
    func `there are no dates beyond the years 1970 to 9999`(seconds: Int64) {
        #expect(HTTPDate(seconds: seconds) == nil)
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
