package import JSONCore

/// A date in whole seconds, as header fields have it: `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Equatable, Sendable {
    /// The seconds since 1970, without leap seconds.
    package let seconds: Int64

    /// Creates the date of a number of seconds since 1970; nil beyond the years 1970 to 9999.
    package init?(seconds: Int64) {
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    package func append(to buffer: inout ByteBuffer) {
        let days = seconds / 86_400
        let time = seconds % 86_400
        // 1970 began on a Thursday.
        HTTPDate.append(Int((days + 3) % 7), of: HTTPDate.weekdays, to: &buffer)
        var year = 1970 + days / 366
        while HTTPDate.days(before: year + 1) <= days {
            year += 1
        }
        var day = days - HTTPDate.days(before: year)
        var month = 0
        while day >= HTTPDate.days(inMonth: month, of: year) {
            day -= HTTPDate.days(inMonth: month, of: year)
            month += 1
        }
        buffer.append(", ")
        HTTPDate.append(day + 1, to: &buffer)
        buffer.append(" ")
        HTTPDate.append(month, of: HTTPDate.months, to: &buffer)
        buffer.append(" ")
        buffer.append(decimal: year)
        buffer.append(" ")
        HTTPDate.append(time / 3_600, to: &buffer)
        buffer.append(":")
        HTTPDate.append(time / 60 % 60, to: &buffer)
        buffer.append(":")
        HTTPDate.append(time % 60, to: &buffer)
        buffer.append(" GMT")
    }

    private static let weekdays: StaticString = "MonTueWedThuFriSatSun"
    private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

    private static func append(_ index: Int, of names: StaticString, to buffer: inout ByteBuffer) {
        for offset in 3 * index..<3 * index + 3 {
            buffer.append(unsafe names.utf8Start[offset])
        }
    }

    private static func append(_ number: Int64, to buffer: inout ByteBuffer) {
        buffer.append(UInt8(ascii: "0") + UInt8(number / 10))
        buffer.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Returns the days from the beginning of 1970 to the beginning of a year.
    private static func days(before year: Int64) -> Int64 {
        let last = year - 1
        return (year - 1970) * 365 + (last / 4 - last / 100 + last / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    }

    private static func days(inMonth month: Int, of year: Int64) -> Int64 {
        switch month {
        case 1: isLeap(year) ? 29 : 28
        case 3, 5, 8, 10: 30
        default: 31
        }
    }
}
