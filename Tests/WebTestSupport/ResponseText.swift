/// The parts of a response as text.
extension String {
    /// The number in the first status line; nil without one.
    package var status: Int? {
        guard hasPrefix("HTTP/1.1 ") else { return nil }
        return Int(dropFirst(9).prefix(3))
    }

    /// The text behind the first empty line.
    package var content: String {
        firstRange(of: "\r\n\r\n").map { String(self[$0.upperBound...]) } ?? ""
    }

    /// Returns the value of the first field with a name, as it is written; nil if there is none.
    package func field(_ name: String) -> String? {
        let head = firstRange(of: "\r\n\r\n").map { self[..<$0.lowerBound] } ?? self[...]
        for line in head.split(separator: "\r\n").dropFirst() where line.hasPrefix("\(name): ") {
            return String(line.dropFirst(name.count + 2))
        }
        return nil
    }

    /// How often a text is in this text.
    package func occurrences(of text: String) -> Int { ranges(of: text).count }
}
