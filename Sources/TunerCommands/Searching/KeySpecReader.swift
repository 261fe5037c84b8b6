import ConsoleCore
import JSONCore
import SearchEngine
import TunableEngine
import TunerAPI

/// Makes a dimension of a declared tunable.
struct KeySpecReader {
    /// The reason for which a key has no dimension.
    struct Fault: Error {
        let sentence: String
    }

    /// An exclusive end of a range is moved inwards by this part of the range.
    private static let inset = 1e-4
    /// Larger integers are not exact as a double.
    private static let mostInteger = 0x1p53
    /// Larger numbers can have an infinite difference.
    private static let mostNumber = 1e300
    /// A step of integers that is not whole is multiplied by at most this number.
    private static let mostSteps = 1_000

    private let tunable: ListedTunable
    private let range: KeyRange?
    private let isLogarithmic: Bool

    /// `isLogarithmic` forces a logarithmic scale.
    init(_ tunable: ListedTunable, range: KeyRange?, isLogarithmic: Bool) {
        (self.tunable, self.range, self.isLogarithmic) = (tunable, range, isLogarithmic)
    }

    /// Returns the key with its dimension.
    func key() throws(Fault) -> SearchedKey {
        guard tunable.origin != "limited" else {
            throw Fault(sentence: "a kill switch limits \(tunable.key.shownWhole) to its default")
        }
        let type = tunable.spec?["type"]?.text
        if let options = tunable.spec?["enum"]?.elements, !options.isEmpty { return choice(among: options) }
        switch type {
        case "boolean": return choice(among: [false, true])
        case "integer", "number", nil:
            let dimension = try number(isInteger: type == "integer" || type == nil && isWhole)
            return SearchedKey(key: tunable.key, dimension: dimension, options: [], present: tunable.value)
        case let type?:
            throw Fault(sentence: "\(tunable.key.shownWhole) has the type \(type), and no enum")
        }
    }

    private func choice(among options: [JSON]) -> SearchedKey {
        let dimension = SearchDimension.choice(tunable.key, count: options.count)
        return SearchedKey(key: tunable.key, dimension: dimension, options: options, present: tunable.value)
    }

    /// The scale of the command line or the declaration; nil if the ratio of the ends decides.
    private var scale: NumberScale? {
        isLogarithmic ? .log : tunable.spec?[SpecWord.scale.rawValue]?.text.flatMap(NumberScale.init)
    }

    /// Whether a key without a declaration has a whole value and a range of whole numbers.
    private var isWhole: Bool {
        guard let range, case .integer = tunable.value else { return false }
        return range.low == range.low.rounded() && range.high == range.high.rounded()
    }

    private func number(isInteger: Bool) throws(Fault) -> SearchDimension {
        guard let declared = declaredEnds(isInteger: isInteger) else {
            throw Fault(
                sentence: "\(tunable.key.shownWhole) has no range; declare a minimum and a maximum, "
                    + "or give --range \(tunable.key.shownWhole)=LOW..HIGH"
            )
        }
        let most = isInteger ? KeySpecReader.mostInteger : KeySpecReader.mostNumber
        // A scale by factors needs the ratio of the ends, as a finite number.
        let isFinite = declared.low <= 0 || (declared.high / declared.low).isFinite
        guard max(declared.low.magnitude, declared.high.magnitude) <= most, isFinite else {
            throw Fault(sentence: "the range of \(tunable.key.shownWhole) is too large; narrow it with --range")
        }
        let step = try step(isInteger: isInteger)
        let (low, high) = aligned(declared, step, isInteger: isInteger)
        guard low <= high else {
            throw Fault(sentence: "the declaration of \(tunable.key.shownWhole) allows no value in the given range")
        }
        let logarithmic = scale.map { $0 == .log }
        guard logarithmic != true || low > 0 else {
            let sentence = "\(tunable.key.shownWhole) can be 0 or less, so its scale cannot be logarithmic; "
            throw Fault(sentence: sentence + "use --range with a lowest value above 0")
        }
        guard isInteger else { return .real(tunable.key, low...high, step: step, logarithmic: logarithmic) }
        return .integer(tunable.key, Int(low)...Int(high), step: Int(step ?? 1), logarithmic: logarithmic)
    }

    /// Returns the declared step; for integers, the least multiple of it that is whole.
    private func step(isInteger: Bool) throws(Fault) -> Double? {
        guard let step = tunable.spec?["step"]?.number else { return isInteger ? 1 : nil }
        guard isInteger else { return step }
        let multiples = (1...KeySpecReader.mostSteps).lazy.map { Double($0) * step }
        guard let whole = multiples.first(where: { $0 == $0.rounded() }) else {
            throw Fault(sentence: "\(tunable.key.shownWhole) has the step \(step), which has no whole multiple")
        }
        // A step beyond the range leaves its ends.
        return min(whole, KeySpecReader.mostInteger)
    }

    /// The ends of the range that the declaration and the command line allow; nil if one is missing.
    private func declaredEnds(isInteger: Bool) -> (low: Double, high: Double)? {
        let spec = tunable.spec
        var low = [spec?["minimum"]?.number, spec?["exclusiveMinimum"]?.number, range?.low].compactMap { $0 }.max()
        var high = [spec?["maximum"]?.number, spec?["exclusiveMaximum"]?.number, range?.high].compactMap { $0 }.min()
        guard let least = low, let most = high else { return nil }
        if least == spec?["exclusiveMinimum"]?.number { low = least + margin(least, most, isInteger) }
        if most == spec?["exclusiveMaximum"]?.number { high = most - margin(least, most, isInteger) }
        return low.flatMap { low in high.map { (low, $0) } }
    }

    private func margin(_ low: Double, _ high: Double, _ isInteger: Bool) -> Double {
        isInteger ? 1 : (high - low) * KeySpecReader.inset
    }

    /// Moves the ends inwards to steps, which begin at the minimum, or at 0 without one.
    private func aligned(
        _ ends: (low: Double, high: Double),
        _ step: Double?,
        isInteger: Bool
    ) -> (low: Double, high: Double) {
        guard let step else { return ends }
        let spec = tunable.spec
        let minimum = spec?["minimum"]?.number ?? 0
        let base = isInteger ? minimum.rounded(.up) : minimum
        // The tolerance is for ends that are on a step except for a rounding error.
        let low = base + ((ends.low - base) / step - 1e-9).rounded(.up) * step
        let high = base + ((ends.high - base) / step + 1e-9).rounded(.down) * step
        let isLast = ends.high == spec?["maximum"]?.number
        return (low, isLast ? (isInteger ? ends.high.rounded(.down) : ends.high) : high)
    }
}
