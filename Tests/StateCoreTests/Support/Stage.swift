import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A state and a clock, for tests that tell a story.
struct Stage {
    private(set) var state: State
    /// Stands still unless it is told to go on.
    private(set) var now = Moment(milliseconds: 1_000_000)

    init(_ rules: StateRules = StateRules()) {
        state = State(epoch: "e", rules: rules)
    }

    /// Begins with a state in which so much has happened already.
    init(after mutations: Mutation...) throws {
        self.init()
        for mutation in mutations {
            try perform(mutation)
        }
    }

    @discardableResult
    mutating func perform(_ mutation: Mutation, by author: Author = .vim) throws(StateRefusal) -> Outcome {
        try state.perform(mutation, by: author, at: now)
    }

    /// What is wrong with a mutation, in the words of `Complaint`; nothing where it was done.
    mutating func faults(of mutation: Mutation, by author: Author = .vim) -> Set<String> {
        do throws(StateRefusal) {
            try perform(mutation, by: author)
            return []
        } catch {
            return Complaint(error).faults
        }
    }

    /// What became of a mutation.
    mutating func result(of mutation: Mutation) -> Result<Outcome, StateRefusal> {
        do throws(StateRefusal) {
            return .success(try perform(mutation))
        } catch {
            return .failure(error)
        }
    }

    /// Lets time pass, in milliseconds, and overrides end.
    mutating func wait(_ interval: Int64) throws(StateRefusal) {
        now = now.advanced(byMilliseconds: interval)
        try perform(.revert, by: .daemon)
    }

    /// Takes other definitions from the file of flags.
    mutating func replaceFileFlags(_ flags: FlagSet) -> [FlagChange] {
        state.replaceFileFlags(flags)
    }

    /// What a flag comes to without a context.
    func evaluate(_ key: FlagKey, in world: String? = nil) -> JSON? {
        let view = try? View(state, from: world)
        return view?.flag(key)?.evaluate(EvaluationRequest(), in: EvaluationContext()).value
    }

    /// Where a flag's definition comes from.
    func origin(ofFlag key: FlagKey) -> Origin? { state.flag(key)?.origin }

    /// What everybody sees.
    subscript(key: Key) -> JSON? { tunable(key)?.resolution.value }

    /// What the members of a world see.
    subscript(key: Key, in world: String) -> JSON? {
        (try? state.world(world)).flatMap { state.seen(key.text.utf8.span, in: $0).value }
    }

    func origin(of key: Key) -> Origin? { tunable(key)?.resolution.origin }

    func tunable(_ key: Key) -> StoredTunable? { state.tunable(key.text.utf8.span) }
}

extension Author {
    static let vim = Author(actor: .vim, isNamed: true)
    static let demo = Author(actor: .demo, isNamed: true)
    static let daemon = Author(actor: Actor(client: "tunerd", pid: 1, uid: 0))

    /// Somebody who has joined a world.
    static func member(of world: String) -> Author { Author(actor: .demo, isNamed: true, world: world) }
}

extension Mutation {
    static func set(_ key: Key, _ value: JSON) -> Mutation { .set(key, value, WriteOptions()) }

    /// Sets for so many milliseconds.
    static func set(_ key: Key, _ value: JSON, for duration: Int64) -> Mutation {
        var options = WriteOptions()
        options.duration = duration
        return .set(key, value, options)
    }

    static func update(_ values: KeyValuePairs<Key, JSON>) -> Mutation {
        .update(values.map { Entry($0.key, $0.value) }, WriteOptions())
    }

    static func setAll(_ values: KeyValuePairs<Key, JSON>) -> Mutation {
        .setAll(values.map { Entry($0.key, $0.value) }, WriteOptions())
    }

    static func toggle(_ key: Key) -> Mutation { .toggle(key, WriteOptions()) }

    static func step(_ key: Key, by count: Int64) -> Mutation { .step(key, by: count, WriteOptions()) }

    static func declare(_ key: Key, _ spec: String, replace: Bool = false) -> Mutation {
        .declare([KeyedSpec(key, Spec(literal: spec))], replace: replace)
    }

    static func put(
        _ name: String,
        _ values: KeyValuePairs<Key, JSON>,
        locks: JSON = [],
        isKillSwitch: Bool = false,
        schema: JSONObject? = nil,
        flags: String = "{}"
    ) -> Mutation {
        var map = KeyMap<JSON>()
        for (key, value) in values {
            map.insert(value, for: key)
        }
        let locks = KeyPatterns(literal: locks)
        return .putLayer(
            Layer(
                name: name,
                values: map,
                flags: FlagSet(literal: flags),
                schema: schema,
                locks: locks,
                isKillSwitch: isKillSwitch
            )
        )
    }

    /// Defines the flags of what stands in a document behind `"flags":`.
    static func define(_ flags: String) -> Mutation {
        .defineFlags(FlagSet(literal: flags).definitions)
    }

    static func limit(_ patterns: JSON) -> Mutation {
        .limit(ManualLimit(patterns: KeyPatterns(literal: patterns), reason: nil))
    }
}
