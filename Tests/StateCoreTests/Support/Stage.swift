import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A state and a clock, for tests with a sequence of mutations.
struct Stage {
    private(set) var state: State
    /// The time of the clock, which changes only in ``wait(_:)``.
    private(set) var now = Moment(milliseconds: 1_000_000)

    init(_ rules: StateRules = StateRules()) {
        state = State(epoch: "e", rules: rules)
    }

    /// Creates a state and performs mutations on it.
    init(after mutations: Mutation...) throws {
        self.init()
        for mutation in mutations {
            try perform(mutation)
        }
    }

    @discardableResult
    mutating func perform(_ mutation: Mutation, by author: Author = .vim) throws(StateRefusal) -> MutationOutcome {
        try state.perform(mutation, by: author, at: now)
    }

    /// Performs a mutation, and returns its faults in the words of `Complaint`; empty if it succeeded.
    mutating func faults(of mutation: Mutation, by author: Author = .vim) -> Set<String> {
        do throws(StateRefusal) {
            try perform(mutation, by: author)
            return []
        } catch {
            return Complaint(error).faults
        }
    }

    /// Performs a mutation, and returns the sentence of its refusal; nil if it succeeded.
    mutating func refusal(of mutation: Mutation, by author: Author = .vim) -> String? {
        do throws(StateRefusal) {
            try perform(mutation, by: author)
            return nil
        } catch {
            return error.description
        }
    }

    mutating func result(of mutation: Mutation) -> Result<MutationOutcome, StateRefusal> {
        do throws(StateRefusal) {
            return .success(try perform(mutation))
        } catch {
            return .failure(error)
        }
    }

    /// Advances the clock by milliseconds, and ends the overrides whose end has passed.
    mutating func wait(_ interval: Int64) throws(StateRefusal) {
        now = now.advanced(byMilliseconds: interval)
        try perform(.revert, by: .daemon)
    }

    /// Moves the ends of temporary values, as after the machine's clock was set.
    mutating func moveDeadlines(byMilliseconds interval: Int64) {
        state.moveDeadlines(byMilliseconds: interval)
    }

    /// Replaces the definitions of the flags file.
    mutating func replaceFileFlags(_ flags: FlagSet) -> [FlagChange] {
        state.install(PreparedFileFlags(flags, for: state)) ?? []
    }

    /// Returns the value of a flag without a context.
    func evaluate(_ key: FlagKey, in world: String? = nil) -> JSON? {
        let view = try? View(state, from: world)
        return view?.flag(key)?.evaluate(EvaluationRequest(), in: EvaluationContext()).value
    }

    /// Returns the origin of a flag's definition.
    func origin(ofFlag key: FlagKey) -> Origin? { state.flag(key)?.origin }

    /// The effective value outside every world.
    subscript(key: Key) -> JSON? { tunable(key)?.resolution.value }

    /// The effective value in a world.
    subscript(key: Key, in world: String) -> JSON? {
        (try? state.world(world)).flatMap { state.resolution(of: key.text.utf8.span, in: $0).value }
    }

    func origin(of key: Key) -> Origin? { tunable(key)?.resolution.origin }

    func tunable(_ key: Key) -> StoredTunable? { state.tunable(key.text.utf8.span) }
}

extension Author {
    static let vim = Author(actor: .vim, isNamed: true)
    static let demo = Author(actor: .demo, isNamed: true)
    static let daemon = Author(actor: Actor(client: "tunerd", pid: 1, uid: 0))

    /// Returns a client that has joined a world.
    static func member(of world: String) -> Author { Author(actor: .demo, isNamed: true, world: world) }
}

extension Mutation {
    static func set(_ key: Key, _ value: JSON) -> Mutation { .set(key, value, WriteOptions()) }

    /// Returns a temporary override with a duration in milliseconds.
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

    /// Returns the definition of the flags from the value of `"flags"` in a document.
    static func define(_ flags: String) -> Mutation {
        .defineFlags(FlagSet(literal: flags).definitions)
    }

    /// Returns the declaration of one flag.
    static func declareFlag(_ key: FlagKey, _ declaration: JSON, replace: Bool = false) -> Mutation {
        do throws(FlagFault) {
            return .declareFlags([try FlagDefinition.declared(declaration, key: key)], replace: replace)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    static func addKillSwitch(_ patterns: JSON) -> Mutation {
        .addKillSwitch(KillSwitchEntry(patterns: KeyPatterns(literal: patterns), reason: nil))
    }
}
