import TunerAPI

extension Options {
    /// The patterns as methods take them.
    var patterns: PatternList? { match.isEmpty ? nil : PatternList(match) }
}
