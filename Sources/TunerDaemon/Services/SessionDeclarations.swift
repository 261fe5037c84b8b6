/// What the daemon knows about the declarations of one connection.
struct SessionDeclarations {
    /// The largest number of accepted keys, and of refused keys, to remember.
    private static let maxKeys = 8

    /// The number of accepted declarations; each repetition adds one.
    private(set) var accepted: Int64 = 0
    /// The first accepted keys.
    private(set) var keys: [String] = []
    /// The keys whose last declaration was refused, the oldest first.
    private(set) var refused: [String] = []

    mutating func accept(_ keys: some Collection<String>) {
        accepted += Int64(keys.count)
        for key in keys {
            guard self.keys.count < SessionDeclarations.maxKeys else { break }
            if !self.keys.contains(key) { self.keys.append(key) }
        }
        guard !refused.isEmpty else { return }
        let keys = Set(keys)
        refused.removeAll { keys.contains($0) }
    }

    mutating func refuse(_ keys: some Sequence<String>) {
        for key in keys where refused.count < SessionDeclarations.maxKeys && !refused.contains(key) {
            refused.append(key)
        }
    }
}
