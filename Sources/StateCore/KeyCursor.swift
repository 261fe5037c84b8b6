import JSONCore
package import TunableEngine

/// A cursor over the keys of a view in byte order, which can stop and continue later.
///
/// The cursor keeps the state that the view had when the cursor was created. It is a value: a copy continues
/// independently.
package struct KeyCursor: Sendable {
    /// What the cursor does after a key.
    package enum Step {
        /// Continue with the next key.
        case on
        /// Stop here.
        ///
        /// The next call of ``advance(steps:_:)`` continues with the next key.
        case pause
        /// Stop for good: ``isDone`` becomes true.
        case end
    }

    package let view: View
    /// Whether every key was visited, or `body` ended the visit.
    package private(set) var isDone = false

    private let patterns: KeyPatterns?
    private let prefix: String
    /// The last visited key, or the key to start after; nil to start at the first key.
    private var last: Key?

    /// Creates a cursor that starts after a key, or at the first key if `start` is nil.
    ///
    /// The cursor visits built-in keys only if a pattern can match them.
    package init(_ view: View, matching patterns: KeyPatterns? = nil, after start: Key? = nil) {
        self.view = patterns?.mayMatchBuiltIn == true ? view.listingBuiltIns() : view
        self.patterns = patterns
        prefix = patterns?.commonPrefix ?? ""
        last = start
    }

    /// Calls `body` with the next matching keys until the steps are used up or `body` stops.
    ///
    /// `body` receives the key, the stored tunable (nil if only the world has a value) and the resolution in the
    /// view. `steps` is reduced by the work done. A visited key costs one step, plus one for each pattern.
    package mutating func advance<Failure: Error>(
        steps: inout Int,
        _ body: (Span<UInt8>, StoredTunable?, Resolution) throws(Failure) -> Step
    ) throws(Failure) {
        guard !isDone else { return }
        let (view, patterns) = (view, patterns)
        let cost = 1 + (patterns?.patterns.count ?? 0)
        // Each of these keys costs at least one step, so this call cannot use more of them.
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
    /// Returns whether the bytes come before `other` in byte order.
    fileprivate func isBefore(_ other: Span<UInt8>) -> Bool {
        KeyBytes.borrow(self) { mine in KeyBytes.borrow(other) { mine < $0 } }
    }
}
