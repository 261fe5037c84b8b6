/// What a number may be.
struct NumberRule: Sendable {
    let isWhole: Bool
    let minimum: Number?
    let exclusiveMinimum: Number?
    let maximum: Number?
    let exclusiveMaximum: Number?
    let grid: StepGrid?

    /// A rule with a step, which counts from the minimum or 0: in whole numbers from the first that is not less.
    init(
        isWhole: Bool,
        minimum: Number?,
        exclusiveMinimum: Number?,
        maximum: Number?,
        exclusiveMaximum: Number?,
        step: Number?
    ) {
        self.isWhole = isWhole
        self.minimum = minimum
        self.exclusiveMinimum = exclusiveMinimum
        self.maximum = maximum
        self.exclusiveMaximum = exclusiveMaximum
        grid = step.map { step in
            let base = isWhole ? minimum?.rounded(.up) : minimum
            return StepGrid(from: base ?? .integer(0), in: step)
        }
    }

    /// Which constraint a number breaks.
    @inline(__always)
    func problem(in number: Number) -> ValueFault.Problem? {
        if isWhole, !number.isWhole {
            return .type(.integer)
        }
        if let minimum, number.isLess(than: minimum) {
            return .minimum
        }
        if let maximum, maximum.isLess(than: number) {
            return .maximum
        }
        if let exclusiveMinimum, !exclusiveMinimum.isLess(than: number) {
            return .exclusiveMinimum
        }
        if let exclusiveMaximum, !number.isLess(than: exclusiveMaximum) {
            return .exclusiveMaximum
        }
        if let grid, !grid.contains(number), !isEnd(number) {
            return .step
        }
        return nil
    }

    /// Both ends are always legal, on a step or not.
    private func isEnd(_ number: Number) -> Bool {
        (minimum?.isSame(as: number) ?? false) || (maximum?.isSame(as: number) ?? false)
    }
}

extension NumberRule {
    /// The nearest number that breaks nothing, the larger of two that are as near; none where there is none.
    func nearest(to number: Number) -> Number? {
        if problem(in: number) == nil {
            return number
        }
        var nearest: Number?
        for candidate in candidates(near: number) where problem(in: candidate) == nil {
            nearest = nearest.map { number.nearer($0, candidate) } ?? candidate
        }
        return nearest
    }

    /// Numbers of which one is the nearest: the ends, what is around the number, and what is just inside the ends.
    private func candidates(near number: Number) -> [Number] {
        let ends = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].compactMap(\.self)
        let near = [number] + ends
        var candidates = ends
        if let grid {
            candidates += near.flatMap { grid.points(around: $0) }
        }
        if isWhole {
            // Also with a step: the last whole number before an end that is none is an end.
            let ones = StepGrid(from: .integer(0), in: .integer(1))
            candidates += near.flatMap { ones.points(around: $0) }
        } else if grid == nil {
            candidates += [exclusiveMinimum?.next(upwards: true), exclusiveMaximum?.next(upwards: false)].compactMap(
                \.self
            )
        }
        return candidates
    }
}

extension Number {
    /// The whole number beside it in a direction; itself if it is whole.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> Number {
        switch self {
        case .integer: self
        case .double(let value): Int64(exactly: value.rounded(rule)).map(Number.integer) ?? .double(value.rounded(rule))
        }
    }

    /// The nearest number that is more, or less, by enough not to count as the same.
    fileprivate func next(upwards: Bool) -> Number {
        if let whole, abs(approximate) >= 1 / Number.tolerance {
            let (next, overflow) = whole.addingReportingOverflow(upwards ? 1 : -1)
            return overflow ? .double(approximate) : .integer(next)
        }
        let way = abs(approximate) * Number.tolerance
        var next = upwards ? approximate + way : approximate - way
        while isSame(as: .double(next)) {
            next = upwards ? next.nextUp : next.nextDown
        }
        return .double(next)
    }
}
