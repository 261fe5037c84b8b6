import JSONCore

/// A key in which each `*` matches any number of characters, dots included; the pattern must match the whole key.
package struct KeyPattern: Sendable, Equatable {
    package let text: String

    /// The text before the first star, with which every matching key begins; it narrows the range of sorted keys to
    /// search.
    package var prefix: String { String(decoding: text.utf8.prefix(prefixLength), as: UTF8.self) }

    /// Whether the pattern has no `*`, so that it matches only the key with its own text.
    package let isKey: Bool

    /// The number of bytes before the first star, or of the whole text if there is no star.
    private let prefixLength: Int
    /// The number of bytes after the last star; 0 if there is no star.
    private let suffixLength: Int
    /// The failure function of Knuth, Morris and Pratt for the text between the first star and the last.
    ///
    /// Each element belongs to one byte and to the part of its word up to that byte. The element is the length of the
    /// longest shorter prefix that is also a suffix of that part. One array serves all words, so it takes two bytes for
    /// each byte of the text, into however many words the text is cut.
    private let shorter: [UInt16]

    /// `*`, which matches every key except built-in keys.
    package static let everyKey = KeyPattern(known: "*")

    private init(known text: String) {
        let bytes = text.utf8.span
        var (first, last) = (bytes.count, bytes.count)
        var hasStar = false
        for offset in 0..<bytes.count where bytes[offset] == KeyPattern.star {
            if !hasStar {
                hasStar = true
                first = offset
            }
            last = offset
        }
        self.text = text
        isKey = !hasStar
        prefixLength = first
        suffixLength = hasStar ? bytes.count - last - 1 : 0
        shorter = last - first > 1 ? KeyPattern.shorterBeginnings(in: bytes, from: first, to: last) : []
    }

    /// Creates a pattern from a valid text.
    package init(_ text: String, limit: Int = Key.defaultLimit) throws(KeyFault) {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        for offset in 0..<bytes.count where !Key.isAllowed(bytes[offset]) && bytes[offset] != KeyPattern.star {
            throw .character(at: offset)
        }
        self.init(known: text)
    }

    /// Returns the failure function for the bytes from `first` to `last`.
    ///
    /// Lengths are clamped to 16 bits: no key is so long, so a search never uses a longer one.
    private static func shorterBeginnings(in bytes: Span<UInt8>, from first: Int, to last: Int) -> [UInt16] {
        var shorter: [UInt16] = []
        shorter.reserveCapacity(last - first)
        var start = first
        var length = 0
        for offset in first..<last {
            if bytes[offset] == star || offset == start {
                // A new word begins after a star. The prefix of one byte has no shorter prefix.
                start = bytes[offset] == star ? offset + 1 : start
                length = 0
                shorter.append(0)
                continue
            }
            while length > 0, bytes[start + length] != bytes[offset] {
                length = Int(shorter[start + length - 1 - first])
            }
            length += bytes[start + length] == bytes[offset] ? 1 : 0
            shorter.append(UInt16(clamping: length))
        }
        return shorter
    }

    /// The number of bytes of memory that the pattern takes.
    package var memory: Int {
        MemoryLayout<KeyPattern>.stride + String.memory(ofBytes: text.utf8.count)
            + (shorter.isEmpty ? 0 : 32 + 2 * shorter.count)
    }

    /// Whether the pattern begins with `*`, so that it matches no built-in key by default.
    package var beginsWithStar: Bool { !isKey && prefixLength == 0 }

    /// Returns whether the pattern matches a key; the time grows with the sum of both lengths, not with their product.
    ///
    /// A pattern that begins with `*` does not match built-in keys unless `includingBuiltIn` is true, as `*` in a shell
    /// does not match hidden files.
    package func matches(_ key: Span<UInt8>, includingBuiltIn: Bool = false) -> Bool {
        if beginsWithStar, !includingBuiltIn, Key.isBuiltIn(key) {
            return false
        }
        let text = text.utf8.span
        let end = key.count - suffixLength
        guard end >= prefixLength, !isKey || key.count == prefixLength else { return false }
        for offset in 0..<prefixLength where key[offset] != text[offset] {
            return false
        }
        let suffixStart = text.count - suffixLength
        for offset in 0..<suffixLength where key[end + offset] != text[suffixStart + offset] {
            return false
        }
        return shorter.isEmpty || hasWords(of: text, in: key, to: end)
    }

    /// Returns whether the words between the stars follow each other in the key.
    ///
    /// The search takes the first match of each word, which leaves the most room for the others.
    private func hasWords(of text: Span<UInt8>, in key: Span<UInt8>, to end: Int) -> Bool {
        let last = prefixLength + shorter.count
        // The offset in the text of the current word, and the length of its prefix that was found so far.
        var start = prefixLength
        var length = 0
        var offset = prefixLength
        while true {
            while start < last, text[start] == KeyPattern.star {
                start += 1
            }
            guard start < last else { return true }
            length = 0
            repeat {
                guard offset < end else { return false }
                let byte = key[offset]
                while length > 0, text[start + length] != byte {
                    length = Int(shorter[start + length - 1 - prefixLength])
                }
                length += text[start + length] == byte ? 1 : 0
                offset += 1
            } while text[start + length] != KeyPattern.star
            start += length
        }
    }

    /// Returns whether the pattern matches a key.
    package func matches(_ key: Key, includingBuiltIn: Bool = false) -> Bool {
        matches(key.text.utf8.span, includingBuiltIn: includingBuiltIn)
    }

    /// Returns whether both patterns have the same text.
    package static func == (left: KeyPattern, right: KeyPattern) -> Bool {
        left.text == right.text
    }

    private static let star = UInt8(ascii: "*")
}
