import JSONCore
package import TunableEngine

/// A way through the keys of a view, in the order of their bytes, that can be gone a part at a time.
///
/// It holds the state as it was when it began, and is a value: a copy goes on by itself.
package struct KeyCursor: Sendable {
    /// What is to happen behind a key.
    package enum Step {
        /// The next one.
        case on
        /// The next one, but not now.
        case pause
        /// Nothing more.
        case end
    }

    /// What is looked at.
    package let view: View
    /// Whether there is nothing more to come.
    package private(set) var isDone = false

    private let patterns: KeyPatterns?
    private let prefix: String
    /// The last key that was passed.
    private var last: Key?

    /// Begins behind a key, or at the first one; built-in keys come only where a pattern asks for them.
    package init(_ view: View, matching patterns: KeyPatterns? = nil, after start: Key? = nil) {
        self.view = patterns?.mayMatchBuiltIn == true ? view.listingBuiltIns() : view
        self.patterns = patterns
        prefix = patterns?.commonPrefix ?? ""
        last = start
    }

    /// Hands over the next keys that match, with what all share of them and what the client sees, until the steps are used
    /// up or `body` stops.
    ///
    /// A step is a key that is compared with a pattern, or passed without.
    package mutating func advance<Failure: Error>(
        steps: inout Int,
        _ body: (Span<UInt8>, StoredTunable?, Resolution) throws(Failure) -> Step
    ) throws(Failure) {
        guard !isDone else { return }
        let (view, patterns) = (view, patterns)
        let cost = 1 + (patterns?.patterns.count ?? 0)
        // Each of them takes a step, so that more are not needed.
        var own = view.ownKeys(withPrefix: prefix, after: last, atMost: max(1, steps))[...]
        var left = steps
        var stop: (key: Key, isEnd: Bool)?

        func pass(
            _ key: Span<UInt8>,
            _ tunable: StoredTunable?,
            _ resolution: @autoclosure () -> Resolution
        ) throws(Failure) {
            left -= cost
            var step = left > 0 ? Step.on : .pause
            if patterns.map({ $0.matches(key) }) ?? !Key.isBuiltIn(key) {
                switch try body(key, tunable, resolution()) {
                case .on: break
                case .pause: step = .pause
                case .end: step = .end
                }
            }
            if step != .on {
                stop = (Key(known: key), step == .end)
            }
        }
        func passOwn(before key: Span<UInt8>?) throws(Failure) {
            while stop == nil, let mine = own.first {
                let bytes = mine.text.utf8.span
                if let key, !bytes.isBefore(key) { return }
                own.removeFirst()
                if view.state.tunable(bytes) == nil {
                    try pass(bytes, nil, view.resolution(of: bytes))
                } else {
                    left -= 1
                    stop = left > 0 ? nil : (mine, false)
                }
            }
        }
        try view.state.visitTunables(withPrefix: prefix, after: last) { (key, tunable) throws(Failure) in
            if !own.isEmpty {
                try passOwn(before: key)
            }
            if stop == nil {
                try pass(key, copy tunable, view.world == nil ? tunable.resolution : view.resolution(of: key))
            }
            return stop == nil
        }
        try passOwn(before: nil)
        steps = left
        last = stop?.key ?? last
        isDone = stop?.isEnd ?? true
    }
}

extension Span<UInt8> {
    /// Whether it comes before another in the order of the bytes.
    fileprivate func isBefore(_ other: Span<UInt8>) -> Bool {
        KeyBytes.lend(self) { mine in KeyBytes.lend(other) { mine < $0 } }
    }
}
