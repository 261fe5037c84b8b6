import SystemCore

/// The field `Retry-After`: a number of seconds, or a date such as `Wed, 21 Oct 2015 07:28:00 GMT`.
enum RetryTime {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns how long to wait; nil if the value has another form.
    static func wait(_ value: String, at now: WallTime) -> Duration? {
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let seconds = Int64(value) {
            return .seconds(seconds)
        }
        let parts = value.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]),
            let time = WallTime(rfc3339: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4]).000Z")
        else { return nil }
        return max(.milliseconds(time.milliseconds - now.milliseconds), .zero)
    }
}
