import FlagEngine
import JSONCore
import StateCore
import TunerAPI

/// The numbers of evaluations that clients requested, by flag and outcome.
///
/// A flag keeps its counters when it is removed, so no counter ever decreases.
final class EvaluationCounts {
    /// The number of flags with separate counters; all later flags share the counters of unknown flags.
    static let flagLimit = 1_024

    /// The position in ``flags`` by key.
    private var positions = KeyPositions()
    private var flags: [FlagCounts] = []
    private let others = FlagCounts(key: "")

    /// Returns the counters of a flag that exists.
    func counts(of key: Span<UInt8>) -> FlagCounts {
        if let position = positions.position(of: key) {
            return flags[position]
        }
        guard flags.count < EvaluationCounts.flagLimit else { return others }
        let counts = FlagCounts(key: String(decoding: key.copied, as: UTF8.self))
        positions.insert(flags.count, for: key)
        flags.append(counts)
        return counts
    }

    func add(_ evaluation: Evaluation, of key: Span<UInt8>) {
        let counts = evaluation.flag == nil ? others : counts(of: key)
        counts.add(evaluation.outcome)
    }

    /// The numbers by flag and reason.
    var byReason: JSONMap<EvaluationStats> {
        var map = JSONMap<EvaluationStats>()
        for counts in flags + (others.isEmpty ? [] : [others]) {
            map.entries.append((counts.key, EvaluationStats(counts)))
        }
        return map
    }

    /// The numbers of errors by error code.
    var errors: JSONMap<Int64> {
        var map = JSONMap<Int64>()
        for outcome in EvaluationOutcome.allCases {
            guard let code = outcome.errorCode else { continue }
            let count = flags.reduce(others[outcome]) { $0 &+ $1[outcome] }
            if count > 0 {
                map.entries.append((code, Int64(clamping: count)))
            }
        }
        return map
    }
}

/// The numbers of evaluations of one flag, by outcome.
final class FlagCounts {
    let key: String
    private var counts = InlineArray<9, UInt64>(repeating: 0)

    init(key: String) {
        self.key = key
    }

    @inline(__always)
    func add(_ outcome: EvaluationOutcome) {
        counts[outcome.rawValue] &+= 1
    }

    fileprivate subscript(outcome: EvaluationOutcome) -> UInt64 { counts[outcome.rawValue] }

    fileprivate var isEmpty: Bool { EvaluationOutcome.allCases.allSatisfy { self[$0] == 0 } }
}

extension EvaluationStats {
    fileprivate init(_ counts: FlagCounts) {
        self.init()
        func count(_ outcomes: EvaluationOutcome...) -> Int64? {
            let sum = outcomes.reduce(0) { $0 &+ counts[$1] }
            return sum == 0 ? nil : Int64(clamping: sum)
        }
        `static` = count(.static)
        `default` = count(.default)
        targetingMatch = count(.targetingMatch)
        split = count(.split)
        disabled = count(.disabled)
        error = count(.unknownFlag, .invalidRule, .typeMismatch, .failure)
    }
}

extension EvaluationOutcome {
    /// The error code of OpenFeature; nil for a reason without an error.
    fileprivate var errorCode: String? {
        switch self {
        case .static, .default, .targetingMatch, .split, .disabled: nil
        case .unknownFlag: "FLAG_NOT_FOUND"
        case .invalidRule: "PARSE_ERROR"
        case .typeMismatch: "TYPE_MISMATCH"
        case .failure: "GENERAL"
        }
    }
}
