import TunableEngine

extension RegularExpression {
    /// Returns whether the pattern matches, without a limit of steps.
    func matches(_ text: String, remembers: Bool? = nil) throws -> Bool {
        var effort = SearchEffort(limit: .max)
        return try matches(text, &effort, remembers: remembers)
    }
}
