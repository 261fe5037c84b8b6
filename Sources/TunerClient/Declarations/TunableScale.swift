/// How tools divide the range of a number: `@Tunable("cache.bytes", default: 4096, in: 1024...1_048_576, scale: .log)`.
public enum TunableScale: String, Sendable, CaseIterable {
    /// By equal distances, such as 10, 20 and 30.
    case linear
    /// By equal factors, such as 10, 100 and 1,000. The limits must be greater than 0.
    case log
}
