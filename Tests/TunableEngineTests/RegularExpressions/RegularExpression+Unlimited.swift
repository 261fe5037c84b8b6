import TunableEngine

extension RegularExpression {
    /// The same however long it takes.
    func matches(_ text: String, remembers: Bool? = nil) throws -> Bool {
        var effort = SearchEffort(limit: .max)
        return try matches(text, &effort, remembers: remembers)
    }
}
