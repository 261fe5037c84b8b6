/// Functions that the standard library has too. Its versions link two libraries for regular expressions, which were a
/// tenth of each program. These functions compare texts by their bytes.
extension StringProtocol where SubSequence == Substring {
    /// Splits the text at each occurrence of a separator, and keeps empty parts.
    package func parts(around separator: String) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var next = utf8.startIndex
        while next < utf8.endIndex {
            guard !separator.isEmpty, utf8[next...].starts(with: separator.utf8) else {
                utf8.formIndex(after: &next)
                continue
            }
            parts.append(self[start..<next])
            next = utf8.index(next, offsetBy: separator.utf8.count)
            start = next
        }
        return parts + [self[start...]]
    }

    /// Returns whether a text occurs in this text.
    package func containsText(_ text: String) -> Bool { text.isEmpty || parts(around: text).count > 1 }

    /// Returns the text with another text in place of each occurrence of `old`.
    package func replacingText(_ old: String, with new: String) -> String { parts(around: old).joined(separator: new) }
}
