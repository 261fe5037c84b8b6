/// A text in UTF-16's units, in which JavaScript counts; half a character that is cut off becomes U+FFFD.
struct UnitText {
    private let text: String
    /// None where every unit is a byte.
    private let units: [UInt16]?

    init(_ text: String) {
        self.text = text
        units = text.utf8.allSatisfy { $0 < 0x80 } ? nil : Array(text.utf16)
    }

    /// How many units there are.
    var count: Int { units?.count ?? text.utf8.count }

    /// The units of a range that lies within.
    func slice(_ range: Range<Int>) -> String {
        if let units {
            return String(decoding: units[range], as: UTF16.self)
        }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        return String(text[start..<end])
    }

    /// What `substr` gives: from `start` on, counted from the end where it is negative, so many units as `length`.
    func substring(from start: Double, length: Double?) -> UnitText {
        let first = UnitText.whole(start)
        let begin = first < 0 ? max(Double(count) + first, 0) : min(first, Double(count))
        let most = Double(count) - begin
        let taken = min(max(length.map(UnitText.whole) ?? most, 0), most)
        return UnitText(slice(Int(begin)..<Int(begin + taken)))
    }

    /// All units.
    var string: String { text }

    private static func whole(_ number: Double) -> Double { number.isNaN ? 0 : number.rounded(.towardZero) }
}
