import JSONCore
import TunableEngine

/// What the store knows of one subject.
struct CellEntry {
    /// The subject as the program declared it.
    let subject: CellSubject
    /// The subject as the daemon evaluates it: a flag in the context of the tuner, merged with its own context.
    var evaluated: CellSubject
    /// The context of the flag itself; empty for a tunable.
    var context: FlagContext
    /// Whether the daemon must evaluate the flag in another context than in the last subscription.
    var isMoved = false
    /// The declaration for the daemon; nil if there is none, or if another context of the flag has it.
    let spec: JSONObject?
    /// The problems of the first declaration.
    let faults: [TunerFault]
    /// Whether the tuner subscribes to the subject.
    let isSubscribable: Bool
    /// The cells, one for each type and default that the program has declared.
    var cells: [AnyCell] = []
    /// The last value from the daemon or from the values file.
    var received: JSON?
    /// The subject of that value; after a change of the context, the subject before the change.
    var receivedSubject: CellSubject
    /// The values that this program has written without a response yet, the oldest first.
    var written: [(write: UInt64, value: JSON)] = []
    /// The last published value.
    var published: JSON?
    /// The first publication that the program has not read; 0 unless the entry is in `CellRegistry.unread`.
    var firstUnread: UInt64 = 0
    /// Why the program does not use the published value, in its own words.
    var reason: String?
    /// The parsed declaration; nil before the first write, and nil inside if the daemon would refuse the declaration.
    private var rules: Spec??

    /// Creates the entry of a declaration; `spec` is what the daemon receives of it.
    init(_ declaration: CellDeclaration, spec: JSONObject?, in context: FlagContext) {
        (subject, faults, isSubscribable) = (declaration.subject, declaration.faults, declaration.isSubscribable)
        self.spec = spec
        self.context = subject.context
        evaluated = subject.evaluated(in: context, subject.context)
        receivedSubject = evaluated
    }

    /// Returns whether a value is within the limits of all declarations, and obeys the declaration for the daemon.
    mutating func allows(_ value: JSON) -> Bool {
        guard cells.allSatisfy({ $0.limits?.exceeded(by: value) == nil }) else { return false }
        guard !subject.isFlag, let spec else { return true }
        // A program that only reads never needs the rules.
        if rules == nil { rules = .some(try? Spec(.object(spec))) }
        return (rules ?? nil)?.fault(in: value) == nil
    }

    /// Whether the value to publish is one that this program has written.
    var showsOwnWrite: Bool { !written.isEmpty }

    /// The value to publish: the program's own newest write, or the daemon's value.
    var visible: JSON? { written.last?.value ?? received }
}
