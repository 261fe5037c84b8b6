/// A time in a document: `2026-12-01T09:00:00Z`, with a fraction of the second or without.
enum RolloutTime {
    /// Returns the time since the beginning of 1970; nil if the text has another form.
    static func duration(_ text: String) -> Duration? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
        let marks = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
        guard marks.allSatisfy({ Character(UnicodeScalar(bytes[$0.0])) == Character($0.1) }) else { return nil }
        let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { number(bytes[$0]) }
        guard let year = fields[0], let month = fields[1], let day = fields[2], let hour = fields[3],
            let minute = fields[4], let second = fields[5], (1...12).contains(month),
            (1...days(of: month, in: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var time = Duration.seconds(days(until: year, month) * 86_400 + Int64(day - 1) * 86_400)
        time += .seconds(hour * 3_600 + minute * 60 + second)
        let rest = bytes[19..<(bytes.count - 1)]
        if rest.isEmpty { return time }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: "."), (1...9).contains(digits.count), let fraction = number(digits) else {
            return nil
        }
        return time + .nanoseconds(fraction * power(9 - digits.count))
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int, in year: Int) -> Int {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the number of days from the beginning of 1970 to the beginning of a month.
    private static func days(until year: Int, _ month: Int) -> Int64 {
        let past = year - 1
        let leapDays = past / 4 - past / 100 + past / 400
        let before1970 = 719_162
        let months = (1..<month).reduce(0) { $0 + days(of: $1, in: year) }
        return Int64(past * 365 + leapDays - before1970 + months)
    }
}
