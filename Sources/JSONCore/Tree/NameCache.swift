/// A cache of the member names of one text, with their hashes.
///
/// The objects of a text often have the same names in the same order. The cache therefore first tries the name that
/// followed the previous name last time.
struct NameCache {
    /// A cached name, which has no escapes.
    private struct Entry {
        /// The offset of the name's occurrence in the text that created the entry.
        var start = 0
        var length = -1
        var hash: UInt64 = 0
        var string = ""
        /// The index of the entry for the name that most recently followed this name.
        var follower = 0
    }

    private static let slots = 256
    /// The minimum text length for caching: a shorter text has too few names for caching to save time.
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
            entries = [Entry](repeating: Entry(), count: NameCache.slots)
        }
        let slot = Int(truncatingIfNeeded: hash) & (NameCache.slots - 1)
        if !holds(slot, token.range, of: text) {
            let string = String(bytes: token.range, in: text, isASCII: token.isASCII)
            let (start, length) = (token.range.lowerBound, token.range.count)
            entries[slot] = Entry(start: start, length: length, hash: hash, string: string)
        }
        entries[latest].follower = slot
        latest = slot
        return (entries[slot].string, hash)
    }

    @inline(__always)
    private func holds(_ slot: Int, _ range: Range<Int>, of text: Span<UInt8>) -> Bool {
        entries[slot].length == range.count
            && ByteLanes.equal(entries[slot].start, range.lowerBound, range.count, in: text)
    }
}
