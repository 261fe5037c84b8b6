/// Remembers the member names of one text with their hashes: its objects mostly have the same ones in the same order.
struct NameCache {
    /// A name without escapes.
    private struct Entry {
        /// Where in the text it stood first.
        var start = 0
        var length = -1
        var hash: UInt64 = 0
        var string = ""
        /// The entry of the name that came after it the last time.
        var follower = 0
    }

    private static let places = 256
    /// A shorter text has too few names for it to pay.
    private static let shortestText = 2_048

    private var entries: [Entry] = []
    private var latest = 0

    @inline(__always)
    mutating func name(for token: JSONStringToken, in text: Span<UInt8>) -> (string: String, hash: UInt64) {
        if !entries.isEmpty {
            let guess = entries[latest].follower
            if holds(guess, token.range, of: text) {
                latest = guess
                return (entries[guess].string, entries[guess].hash)
            }
        }
        return search(for: token, in: text)
    }

    private mutating func search(for token: JSONStringToken, in text: Span<UInt8>) -> (string: String, hash: UInt64) {
        let hash = NameHash.of(text.extracting(token.range))
        guard text.count >= NameCache.shortestText else {
            return (String(bytes: token.range, in: text, isASCII: token.isASCII), hash)
        }
        if entries.isEmpty {
            entries = [Entry](repeating: Entry(), count: NameCache.places)
        }
        let place = Int(truncatingIfNeeded: hash) & (NameCache.places - 1)
        if !holds(place, token.range, of: text) {
            let string = String(bytes: token.range, in: text, isASCII: token.isASCII)
            let (start, length) = (token.range.lowerBound, token.range.count)
            entries[place] = Entry(start: start, length: length, hash: hash, string: string)
        }
        entries[latest].follower = place
        latest = place
        return (entries[place].string, hash)
    }

    @inline(__always)
    private func holds(_ place: Int, _ range: Range<Int>, of text: Span<UInt8>) -> Bool {
        entries[place].length == range.count
            && ByteLanes.equal(entries[place].start, range.lowerBound, range.count, in: text)
    }
}
