extension WallTime {
    /// The time in UTC, in the form "2024-02-29T12:00:00.000Z".
    ///
    /// The format has four digits for the year. A time outside of this range shows as the first or the last possible
    /// time, because a wrong clock must not stop the program.
    package var rfc3339: String {
        let time = min(max(self, Self.yearZero), Self.endOfYear9999)
        let days = time.seconds.flooredQuotient(by: 86_400)
        let second = Int(time.seconds - days * 86_400)
        let (year, month, day) = Self.civilDate(daysSince1970: Int(days))
        return unsafe String(unsafeUninitializedCapacity: 24) { buffer in
            var length = 0
            func put(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
                var rest = number
                for index in stride(from: length + digits - 1, through: length, by: -1) {
                    unsafe buffer[index] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                    rest /= 10
                }
                unsafe buffer[length + digits] = UInt8(ascii: separator)
                length += digits + 1
            }
            put(year, digits: 4, then: "-")
            put(month, digits: 2, then: "-")
            put(day, digits: 2, then: "T")
            put(second / 3600, digits: 2, then: ":")
            put(second / 60 % 60, digits: 2, then: ":")
            put(second % 60, digits: 2, then: ".")
            put(Int(time.nanoseconds / 1_000_000), digits: 3, then: "Z")
            return length
        }
    }

    private static let yearZero = WallTime(seconds: -62_167_219_200)
    private static let endOfYear9999 = WallTime(seconds: 253_402_300_799, nanoseconds: 999_999_999)

    /// Returns the date in the Gregorian calendar, which is also used for the time before its introduction.
    ///
    /// A year begins in March here. So the leap day is the last day of its year, of its 4 years, of its 100 years and
    /// of its 400 years.
    private static func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let daysIn400Years = 146_097
        let daysIn100Years = 36_524
        let daysIn4Years = 1461
        // 1 March of year 0 is 719,468 days before 1970. One more cycle keeps January and February of that year
        // positive.
        var days = daysSince1970 + 719_468 + daysIn400Years
        var year = (days / daysIn400Years - 1) * 400
        days %= daysIn400Years
        // The last of four centuries has one day more, and so has the last of four years.
        let centuries = min(days / daysIn100Years, 3)
        days -= centuries * daysIn100Years
        let leapCycles = days / daysIn4Years
        days -= leapCycles * daysIn4Years
        let years = min(days / 365, 3)
        days -= years * 365
        year += centuries * 100 + leapCycles * 4 + years
        var month = 3
        while days >= daysOfMonth[month - 1] {
            days -= daysOfMonth[month - 1]
            month = month % 12 + 1
            if month == 1 { year += 1 }
        }
        return (year, month, days + 1)
    }

    // A year ends with February here, so 29 is enough for both kinds of year.
    private static let daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}
