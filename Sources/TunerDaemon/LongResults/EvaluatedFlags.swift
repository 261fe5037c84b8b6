import FlagEngine
import JSONCore
import StateCore

/// What flags come to for somebody: those that were named, or all.
struct EvaluatedFlags: LongMember {
    private let context: EvaluationContext
    private var walk: FlagWalk
    /// Those that were named, the next one last.
    private var named: [FlagKey]?

    init(_ walk: FlagWalk, named: [FlagKey]? = nil, in context: EvaluationContext) {
        self.walk = walk
        self.context = context
        self.named = named.map { $0.sorted(by: >) }
    }

    static var isArray: Bool { true }

    var isCut: Bool { walk.isCut }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in room: inout PieceRoom
    ) throws(JSONNotFinite) -> Bool {
        guard named == nil else { return try writeNamed(to: &writer, in: &room) }
        let context = context
        return try walk.write(to: &writer, in: &room) { (flag, writer) throws(JSONNotFinite) in
            try flag.evaluate(EvaluationRequest(), in: context).write(for: flag.definition.key.text, to: &writer)
        }
    }

    private mutating func writeNamed(
        to writer: inout JSONWriter,
        in room: inout PieceRoom
    ) throws(JSONNotFinite) -> Bool {
        while let key = named?.popLast() {
            try walk.view.evaluate(key, in: context).write(for: key.text, to: &writer)
            room.steps -= 8
            if room.isFull(writer) {
                return named?.isEmpty ?? true
            }
        }
        return true
    }
}
