import JSONCore
import StateCore

/// Preloads the tunables of pipelined requests, so that the processor waits for their memory only once.
///
/// It changes no result: without it, the requests only take longer in a large state.
final class LookupPreloader {
    private var keys = ExpectedKeys()
    /// The preloaded requests of the received bytes: the number of bytes that follow each of their keys.
    ///
    /// The last request of a group is not in the range. So the range is empty when the next bytes arrive.
    private var preloaded = 0..<0
    private let states: StateVersions
    /// Whether preloading makes lookups faster in the version ``checkedVersion`` of the state.
    ///
    /// Asking the state copies it, which takes longer than the comparison of the versions.
    private var isUseful = false
    private var checkedVersion = UInt64.max

    /// The fewest bytes after a key if a further request follows.
    private static let shortestRequest = 32

    init(_ states: StateVersions) { self.states = states }

    /// Preloads the tunable of a request at the beginning of a text, and those of the requests that follow.
    @inline(__always)
    func expect(_ key: JSONRange, in text: Span<UInt8>) {
        let rest = text.count &- key.range.upperBound
        guard rest > LookupPreloader.shortestRequest else { return }
        if preloaded.contains(rest) {
            preloaded = preloaded.lowerBound..<rest
            return
        }
        if checkedVersion != states.version { check() }
        if isUseful { preload(key.range, in: text) }
    }

    @inline(never)
    private func check() {
        isUseful = states.gainFromPreloading
        checkedVersion = states.version
    }

    @inline(never)
    private func preload(_ key: Range<Int>, in text: Span<UInt8>) {
        keys.removeAll()
        keys.append(text.extracting(key))
        var pattern = RequestPattern(key: key)
        var (last, end) = (key.upperBound, key.upperBound)
        while !keys.isFull, let next = pattern.nextKey(after: end, in: text) {
            keys.append(text.extracting(next))
            (last, end) = (end, next.upperBound)
        }
        preloaded = text.count - last..<text.count - key.upperBound
        states.preload(keys)
    }
}
