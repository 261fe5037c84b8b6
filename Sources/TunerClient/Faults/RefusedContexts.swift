/// The contexts of flags that the daemon refuses, so that the program receives each reason once.
struct RefusedContexts {
    private var refusals: [FlagContext: Refusal] = [:]
    /// The sentences that the program has received since the daemon accepted all contexts.
    private var reported: Set<String> = []

    /// The last refusal of each context.
    var all: some Collection<Refusal> { refusals.values }

    /// Stores the refusal of a context; returns whether the program has not received its sentence yet.
    mutating func refuse(_ context: FlagContext, _ refusal: Refusal) -> Bool {
        refusals[context] = refusal
        return reported.insert(refusal.message).inserted
    }

    /// Notes that the daemon evaluates flags in a context.
    mutating func accept(_ context: FlagContext) {
        forget(context)
        if refusals.isEmpty { reported = [] }
    }

    /// Forgets a context that no flag has any more.
    mutating func forget(_ context: FlagContext) { refusals[context] = nil }
}
