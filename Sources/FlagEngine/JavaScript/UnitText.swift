/// A text as UTF-16 code units, which JavaScript counts; half of a surrogate pair becomes U+FFFD.
struct UnitText {
    private let text: String
    /// The code units; nil if the text is ASCII, so that each byte is a code unit.
    private let units: [UInt16]?

    init(_ text: String) {
        self.text = text
        units = text.utf8.allSatisfy { $0 < 0x80 } ? nil : Array(text.utf16)
    }

    /// The number of code units.
    var count: Int { units?.count ?? text.utf8.count }

    /// Returns the code units of a range, which must be within bounds.
    func slice(_ range: Range<Int>) -> String {
        if let units {
            return String(decoding: units[range], as: UTF16.self)
        }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        return String(text[start..<end])
    }

    /// Returns the result of `substr`: `length` code units from `start`; a negative `start` counts from the end.
    func substring(from start: Double, length: Double?) -> UnitText {
        let first = UnitText.whole(start)
        let begin = first < 0 ? max(Double(count) + first, 0) : min(first, Double(count))
        let most = Double(count) - begin
        let taken = min(max(length.map(UnitText.whole) ?? most, 0), most)
        return UnitText(slice(Int(begin)..<Int(begin + taken)))
    }

    var string: String { text }

    private static func whole(_ number: Double) -> Double { number.isNaN ? 0 : number.rounded(.towardZero) }
}
