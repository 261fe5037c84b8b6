extension WallTime {
    /// Reads a time in the format of ``rfc3339``; nil for any other text.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z") else { return nil }
        func number(_ start: Int, _ count: Int) -> Int? {
            let digits = bytes[start..<start + count]
            guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), let millisecond = number(20, 3),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Counted from March, so that the leap day is the last day of a year.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays =
            (years >= 0 ? years : years - 399) / 400 * 97 + WallTime.leapDays(within: (years % 400 + 400) % 400)
        let days = years * 365 + leapDays + (months * 153 + 2) / 5 + day - 1 - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        self.init(seconds: Int64(seconds), nanoseconds: Int32(millisecond) * 1_000_000)
        // Other separators and numbers that no calendar or clock has are written differently.
        guard rfc3339 == text else { return nil }
    }

    /// The number of leap days in the first years of a cycle of 400.
    private static func leapDays(within years: Int) -> Int { years / 4 - years / 100 }
}
