import FlagEngine
import JSONCore
import StateCore

/// The evaluations of flags in a context: the named flags, or all.
struct EvaluatedFlags: StreamedMember {
    private let context: EvaluationContext
    private var cursor: FlagCursor
    /// The named flags.
    ///
    /// An index moves through the array, because removing elements would copy it if it is shared.
    private let named: [FlagKey]?
    private var next = 0
    /// The counter of the evaluations; nil if they are not counted.
    private let tally: EvaluationTally?
    /// The number of flags that were written without being named.
    private var number = 0
    private(set) var readsTime = false

    init(
        _ cursor: FlagCursor,
        named: [FlagKey]? = nil,
        in context: EvaluationContext,
        counting tally: EvaluationTally? = nil
    ) {
        self.cursor = cursor
        self.context = context
        self.tally = tally
        self.named = named.map { $0.sorted() }
    }

    static var isArray: Bool { true }

    var isCut: Bool { cursor.isCut }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        if let named {
            return try write(named, to: &writer, in: &budget)
        }
        let (context, tally) = (context, tally)
        var (number, readsTime) = (number, readsTime)
        defer { (self.number, self.readsTime) = (number, readsTime) }
        return try cursor.write(to: &writer, in: &budget) { (flag, writer) throws(JSONNotFinite) in
            let evaluation = flag.evaluate(EvaluationRequest(), in: context)
            try evaluation.write(for: flag.definition.key.text, to: &writer)
            number += 1
            readsTime = readsTime || flag.mayChangeWithTime
            tally?.note(evaluation, of: flag.definition.key, number: number)
        }
    }

    private mutating func write(
        _ named: [FlagKey],
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while next < named.count {
            guard !budget.isFull(writer) else { return false }
            let key = named[next]
            next += 1
            try cursor.view.evaluate(key, in: context).write(for: key.text, to: &writer)
            budget.noteEvaluation(hasRule: true)
        }
        return true
    }
}
