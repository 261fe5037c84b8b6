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
        let inside = [exclusiveMinimum?.neighbour(upwards: true), exclusiveMaximum?.neighbour(upwards: false)]
            .compactMap(\.self)
        let near = [number] + ends + inside
        // With a step, what is just inside an end may count as on the grid only because it is so near the end.
        var candidates = grid == nil ? ends + inside : ends
        if let grid {
            candidates += near.flatMap { grid.points(around: $0) }
        }
        if isWhole {
            // Also with a step: the last whole number before an end that is none is an end.
            let ones = StepGrid(from: .integer(0), in: .integer(1))
            candidates += near.flatMap { ones.points(around: $0) }
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

    /// A number that is more, or less, by just enough not to count as the same; the last finite one where the
    /// distance reaches beyond it, which may count as the same.
    ///
    /// Returns the nearest such number between whole numbers that `Int64` holds, and one at most 8 ulp behind the nearest
    /// between others.
    func neighbour(upwards: Bool) -> Number {
        if let whole, abs(approximate) >= 1 / Number.tolerance {
            let (next, overflow) = whole.addingReportingOverflow(upwards ? 1 : -1)
            if !overflow {
                return .integer(next)
            }
        }
        // Four ulp are more than all that rounding takes away, so that one computation is enough: half an ulp of this
        // value at most in each of the product, the sum, and the tolerance that `isSame` compares with, one ulp in the
        // result, whose binade may be the next, and 0.01 ulp because `isSame` takes the tolerance of the larger number.
        // Their difference in `isSame` is exact.
        let distance = abs(approximate) * Number.tolerance + 4 * approximate.ulp
        let next = upwards ? approximate + distance : approximate - distance
        let last = Double.greatestFiniteMagnitude
        return .double(max(-last, min(next, last)))
    }
}
