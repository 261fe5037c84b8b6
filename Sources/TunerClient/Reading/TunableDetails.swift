import JSONCore
import TunerAPI

/// The value of a tunable, and where the value comes from.
///
/// ```swift
/// let details = try await settings.$cornerRadius.details
/// print(details.isDefault ? "not set" : "set in \(details.origin)")
/// ```
public struct TunableDetails<Value: Sendable>: Sendable {
    /// The value in the daemon, or nil for an optional without a value: `details.value`.
    public let value: Value

    /// The origin of the value: `world`, `local`, `layer:NAME`, `default`, `limited` or `none`.
    public let origin: String

    /// The revision of the last commit that changed the key, or 0: `details.revision`.
    public let revision: Int

    /// Whether the value is the default of the declaration: `if details.isDefault { … }`.
    ///
    /// This is also so while a kill switch limits the key to its default, and for an optional without a value.
    public var isDefault: Bool { !OriginWord.isTuned(origin) }
}

extension TunableDetails: Equatable where Value: Equatable {}

extension Tunable {
    /// The present value in the daemon, with its origin and its revision.
    ///
    /// The value is the one that the daemon sends: it can be outside of the limits of this program.
    ///
    /// Each read calls the daemon.
    ///
    /// ```swift
    /// let isSet = try await !settings.$cornerRadius.details.isDefault
    /// ```
    public var details: TunableDetails<Value> {
        get async throws(TunerError) {
            let result = try await tuner.result(of: key, as: Value.self)
            return TunableDetails(
                value: try Tuner.decoded(result.value, of: key),
                origin: result.origin,
                revision: Int(result.revision)
            )
        }
    }
}
