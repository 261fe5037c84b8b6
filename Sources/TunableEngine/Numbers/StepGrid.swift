/// The numbers that are a whole number of steps away from a base.
struct StepGrid: Sendable {
    let base: Number
    let step: Number

    // Set if both are whole; then all computations are exact.
    private let whole: (base: Int64, step: Int64)?
    // The greatest number of decimals of a number on the grid. Results are rounded to it, so that three steps of 0.1
    // are 0.3 and not 0.30000000000000004.
    private let decimals: Int?
    // Whether base and step are spelled as integers, so that results are too.
    private let isSpelledWhole: Bool

    /// Creates a grid; the step must be more than 0.
    init(from base: Number, in step: Number) {
        self.base = base
        self.step = step
        if let base = base.whole, let step = step.whole {
            whole = (base, step)
        } else {
            whole = nil
        }
        if case (.integer, .integer) = (base, step) {
            isSpelledWhole = true
        } else {
            isSpelledWhole = false
        }
        decimals = StepGrid.decimals(of: base).flatMap { base in
            StepGrid.decimals(of: step).map { max(base, $0) }
        }
    }

    /// Returns whether a number is on the grid or near enough to count as on it.
    func contains(_ number: Number) -> Bool {
        if let whole, let value = number.whole {
            return remainder(of: value, whole) == 0
        }
        let value = number.approximate
        guard let index = index(of: value) else { return true }
        guard let nearest = point(index.rounded()) else { return false }
        return isSame(value, nearest)
    }

    /// Returns the nearest numbers of the grid: two before the number and two after it.
    ///
    /// A number on the grid is itself one of them. There may be fewer at the ends of the number range.
    func points(around number: Number) -> [Number] {
        if let whole, let value = number.whole {
            let rest = remainder(of: value, whole)
            let (below, overflow) = value.subtractingReportingOverflow(rest)
            // At the lower end of `Int64`, the grid may have no number before this one.
            let start = overflow ? value.addingReportingOverflow(whole.step - rest).partialValue : below
            return ((overflow ? 0 : -1)...2).compactMap { moved(start, by: $0, whole.step).map(spelled) }
        }
        guard let below = index(of: number.approximate)?.rounded(.down) else { return [number] }
        return [below - 1, below, below + 1, below + 2].compactMap { point($0).map(spelled) }
    }

    /// Returns the number that is `steps` steps away.
    ///
    /// From between two numbers of the grid, the first step leads to the next number of the grid. The result stops at
    /// the ends of the number range.
    func moved(from number: Number, by steps: Int64) -> Number {
        guard steps != 0 else { return number }
        if let whole, let value = number.whole {
            let rest = remainder(of: value, whole)
            // Start at the number of the grid below to go up, and at the one above to go down.
            let start =
                steps > 0 || rest == 0
                ? value.subtractingReportingOverflow(rest)
                : value.addingReportingOverflow(whole.step - rest)
            if !start.overflow, let moved = moved(start.partialValue, by: steps, whole.step) {
                return spelled(moved)
            }
            return .integer(steps > 0 ? .max : .min)
        }
        guard let gridIndex = index(of: number.approximate) else {
            let value = number.approximate + Double(steps) * step.approximate
            return .double(max(-.greatestFiniteMagnitude, min(value, .greatestFiniteMagnitude)))
        }
        let nearest = gridIndex.rounded()
        let isOnGrid = point(nearest).map { isSame(number.approximate, $0) } ?? false
        let start = isOnGrid ? nearest : gridIndex.rounded(steps > 0 ? .down : .up)
        let end = steps > 0 ? Double.greatestFiniteMagnitude : -Double.greatestFiniteMagnitude
        return point(start + Double(steps)).map(spelled) ?? .double(end)
    }

    private func spelled(_ value: Int64) -> Number {
        isSpelledWhole ? .integer(value) : .double(Double(value))
    }

    private func spelled(_ value: Double) -> Number {
        (isSpelledWhole ? Int64(exactly: value) : nil).map(Number.integer) ?? .double(value)
    }

    /// Returns the distance from the last number of the grid at or before `value`.
    private func remainder(of value: Int64, _ grid: (base: Int64, step: Int64)) -> Int64 {
        let step = UInt64(grid.step)
        guard value < grid.base else {
            return Int64(UInt64(bitPattern: value &- grid.base) % step)
        }
        let before = UInt64(bitPattern: grid.base &- value) % step
        return before == 0 ? 0 : Int64(step - before)
    }

    private func moved(_ value: Int64, by steps: Int64, _ step: Int64) -> Int64? {
        let (way, tooFar) = steps.multipliedReportingOverflow(by: step)
        let (sum, overflow) = value.addingReportingOverflow(way)
        return tooFar || overflow ? nil : sum
    }

    /// Returns the distance of a number from the base in steps, or nil if it is not finite.
    ///
    /// If it is not finite, a step is smaller than the distance of two neighboring doubles near the value or the base.
    /// Then every double counts as on the grid.
    private func index(of value: Double) -> Double? {
        let way = value - base.approximate
        let step = step.approximate
        let index = way.isFinite ? way / step : value / step - base.approximate / step
        return index.isFinite ? index : nil
    }

    /// Returns the number at an index of the grid, or nil if it is not finite.
    private func point(_ index: Double) -> Double? {
        var value = base.approximate + index * step.approximate
        if !value.isFinite {
            // The product may overflow although the sum does not.
            value = 2 * (base.approximate / 2 + index * (step.approximate / 2))
        }
        guard value.isFinite else { return nil }
        guard let decimals else { return value }
        let power = StepGrid.powersOfTen[decimals]
        let scaled = (value * power).rounded()
        // Adding 0 turns -0 into 0.
        return abs(scaled) < 0x1p53 ? scaled / power + 0 : value
    }

    /// Returns whether a value counts as equal to a number of the grid.
    ///
    /// The difference must be within the tolerance, and small enough that no other number of the grid can be meant.
    private func isSame(_ value: Double, _ point: Double) -> Bool {
        let allowed = Number.tolerance * max(abs(value), abs(point), step.approximate)
        return abs(value - point) <= min(allowed, max(step.approximate / 1_000, 2 * value.ulp))
    }

    /// Returns the number of decimals in a number's text, or nil if a double cannot represent so many precisely.
    private static func decimals(of number: Number) -> Int? {
        let text = number.approximate.description
        guard !text.utf8.contains(UInt8(ascii: "e")) else { return nil }
        let decimals = text.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.count
        return decimals < powersOfTen.count ? decimals : nil
    }

    private static let powersOfTen: [Double] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]
}
