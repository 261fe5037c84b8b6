import JSONCore

/// A key in which `*` stands for any run of characters, dots too; it matches whole keys.
package struct KeyPattern: Sendable, Equatable {
    /// The pattern as it was written.
    package let text: String

    /// What every key that it matches begins with: where among sorted keys to look.
    package var prefix: String { String(decoding: text.utf8.prefix(prefixLength), as: UTF8.self) }

    /// Whether it has no `*`, and so is one key.
    package let isKey: Bool

    /// How many bytes stand before the first star, and how many behind the last.
    private let prefixLength: Int
    private let suffixLength: Int
    /// For each byte of the text between the first star and the last: of the word that ends with it, the length of the
    /// longest shorter beginning that the word also ends with (Knuth, Morris, Pratt).
    ///
    /// One array for all words: a pattern of many words takes a few bytes for each of its own, however they are cut.
    private let shorter: [UInt16]

    /// `*`: every key but built-in ones.
    package static let everyKey = KeyPattern(known: "*")

    private init(known text: String) {
        let bytes = text.utf8.span
        var (first, last) = (bytes.count, bytes.count)
        var hasStar = false
        for place in 0..<bytes.count where bytes[place] == KeyPattern.star {
            if !hasStar {
                hasStar = true
                first = place
            }
            last = place
        }
        self.text = text
        isKey = !hasStar
        prefixLength = first
        suffixLength = hasStar ? bytes.count - last - 1 : 0
        shorter = last - first > 1 ? KeyPattern.shorterBeginnings(in: bytes, from: first, to: last) : []
    }

    /// Takes a word that is a pattern.
    package init(_ text: String, limit: Int = Key.defaultLimit) throws(KeyFault) {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        for place in 0..<bytes.count where !Key.isAllowed(bytes[place]) && bytes[place] != KeyPattern.star {
            throw .character(at: place)
        }
        self.init(known: text)
    }

    /// A length beyond 16 bits is never looked at: no key is as long.
    private static func shorterBeginnings(in bytes: Span<UInt8>, from first: Int, to last: Int) -> [UInt16] {
        var shorter: [UInt16] = []
        shorter.reserveCapacity(last - first)
        var start = first
        var length = 0
        for place in first..<last {
            if bytes[place] == star || place == start {
                // The next word begins behind a star; of one byte no shorter beginning has any.
                start = bytes[place] == star ? place + 1 : start
                length = 0
                shorter.append(0)
                continue
            }
            while length > 0, bytes[start + length] != bytes[place] {
                length = Int(shorter[start + length - 1 - first])
            }
            length += bytes[start + length] == bytes[place] ? 1 : 0
            shorter.append(UInt16(clamping: length))
        }
        return shorter
    }

    /// Bytes that it takes.
    package var memory: Int {
        MemoryLayout<KeyPattern>.stride + String.memory(ofBytes: text.utf8.count)
            + (shorter.isEmpty ? 0 : 32 + 2 * shorter.capacity)
    }

    /// Whether it begins with `*`, and so matches no built-in key where those are hidden.
    package var beginsWithStar: Bool { !isKey && prefixLength == 0 }

    /// Whether it matches a key, in a time that grows with the key's length and the pattern's, not their product.
    ///
    /// As a list does not show dotfiles, built-in keys are hidden from patterns that begin with `*`, unless they are
    /// `includingBuiltIn`.
    package func matches(_ key: Span<UInt8>, includingBuiltIn: Bool = false) -> Bool {
        if beginsWithStar, !includingBuiltIn, Key.isBuiltIn(key) {
            return false
        }
        let text = text.utf8.span
        let end = key.count - suffixLength
        guard end >= prefixLength, !isKey || key.count == prefixLength else { return false }
        for place in 0..<prefixLength where key[place] != text[place] {
            return false
        }
        let suffixStart = text.count - suffixLength
        for place in 0..<suffixLength where key[end + place] != text[suffixStart + place] {
            return false
        }
        return shorter.isEmpty || hasWords(of: text, in: key, to: end)
    }

    /// Whether the words between stars come one behind the other; the first place for each leaves most room for the others.
    private func hasWords(of text: Span<UInt8>, in key: Span<UInt8>, to end: Int) -> Bool {
        let last = prefixLength + shorter.count
        // The text's place at which the word begins that is looked for, and how much of it was found.
        var start = prefixLength
        var length = 0
        var place = prefixLength
        while true {
            while start < last, text[start] == KeyPattern.star {
                start += 1
            }
            guard start < last else { return true }
            length = 0
            repeat {
                guard place < end else { return false }
                let byte = key[place]
                while length > 0, text[start + length] != byte {
                    length = Int(shorter[start + length - 1 - prefixLength])
                }
                length += text[start + length] == byte ? 1 : 0
                place += 1
            } while text[start + length] != KeyPattern.star
            start += length
        }
    }

    /// Whether it matches a key.
    package func matches(_ key: Key, includingBuiltIn: Bool = false) -> Bool {
        matches(key.text.utf8.span, includingBuiltIn: includingBuiltIn)
    }

    /// Two patterns are the same where they are written the same.
    package static func == (left: KeyPattern, right: KeyPattern) -> Bool {
        left.text == right.text
    }

    private static let star = UInt8(ascii: "*")
}
