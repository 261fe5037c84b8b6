/// The constraints of a number.
struct NumberRule: Sendable {
    let isWhole: Bool
    let minimum: Number?
    let exclusiveMinimum: Number?
    let maximum: Number?
    let exclusiveMaximum: Number?
    let grid: StepGrid?

    /// Creates a rule; the steps start at the minimum, or at 0 if there is none.
    ///
    /// For integers, the steps start at the first whole number that is not less than the minimum.
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

    /// Returns the first constraint that a number violates, or nil.
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

    /// Returns whether a number is the minimum or the maximum, which are valid even if they are not on a step.
    private func isEnd(_ number: Number) -> Bool {
        (minimum?.isSame(as: number) ?? false) || (maximum?.isSame(as: number) ?? false)
    }
}

extension NumberRule {
    /// Returns the nearest valid number, the larger one of two that are equally near, or nil if no number is valid.
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

    /// Returns numbers of which the nearest valid one is the result of `nearest`.
    ///
    /// They are the bounds, numbers near the given one, and numbers just inside the bounds.
    private func candidates(near number: Number) -> [Number] {
        let ends = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].compactMap(\.self)
        let inside = [exclusiveMinimum?.neighbour(upwards: true), exclusiveMaximum?.neighbour(upwards: false)]
            .compactMap(\.self)
        let near = [number] + ends + inside
        // With a step, a number just inside a bound may count as on the grid only because the bound is so near.
        var candidates = grid == nil ? ends + inside : ends
        if let grid {
            candidates += near.flatMap { grid.points(around: $0) }
        }
        if isWhole {
            // Needed with a step too: the last whole number before a fractional bound may count as equal to it.
            let ones = StepGrid(from: .integer(0), in: .integer(1))
            candidates += near.flatMap { ones.points(around: $0) }
        }
        return candidates
    }
}

extension Number {
    /// Returns the next whole number in a direction, or this number if it is whole.
    fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> Number {
        switch self {
        case .integer: self
        case .double(let value): Int64(exactly: value.rounded(rule)).map(Number.integer) ?? .double(value.rounded(rule))
        }
    }

    /// Returns the nearest number in a direction that does not count as equal to this one.
    ///
    /// Between integers that `Int64` holds, the result is exact; between other numbers it is at most 8 ulp too far. At
    /// the end of the number range the result is the last finite number, which may count as equal.
    func neighbour(upwards: Bool) -> Number {
        if let whole, abs(approximate) >= 1 / Number.tolerance {
            let (next, overflow) = whole.addingReportingOverflow(upwards ? 1 : -1)
            if !overflow {
                return .integer(next)
            }
        }
        // Adding 4 ulp makes one computation enough, since rounding takes away less than that. The product, the sum,
        // and the tolerance that `isSame` compares with lose at most half an ulp of this value each. The result may
        // lose one ulp, since it may be beyond the next power of two. Another 0.01 ulp is lost because `isSame` uses
        // the larger number's tolerance. The difference in `isSame` is exact.
        let distance = abs(approximate) * Number.tolerance + 4 * approximate.ulp
        let next = upwards ? approximate + distance : approximate - distance
        let last = Double.greatestFiniteMagnitude
        return .double(max(-last, min(next, last)))
    }
}
