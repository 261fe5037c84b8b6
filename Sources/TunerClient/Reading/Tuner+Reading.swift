import JSONCore
import TunerAPI

extension Tuner {
    /// Returns the value of a tunable that the program does not declare.
    ///
    /// Each call is a request. For a value that the program reads often, declare a `Tunable`. If the type is an
    /// optional, the result is nil for a key without a value.
    ///
    /// ```swift
    /// let radius = try await tuner.value(of: "ui.cornerRadius", as: Double.self)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the tunable in the daemon.
    ///   - type: The type of the result.
    /// - Returns: The value in the daemon.
    /// - Throws: `refused` with the kind `unknownKey` if no tunable of this key has a value, `undecodable` if the value
    ///   has another type, or another `TunerError`.
    nonisolated(nonsending) public func value<Value: Decodable & Sendable>(
        of key: String,
        as type: Value.Type = Value.self
    ) async throws(TunerError) -> Value {
        try Tuner.decoded(await result(of: key, as: type).value, of: key)
    }

    /// Returns the value of a tunable that the program does not declare, or a default if the key has no value.
    ///
    /// ```swift
    /// let speed = try await tuner.value(of: "game.speed", default: 1.0)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the tunable in the daemon.
    ///   - fallback: The result if no tunable of this key has a value.
    ///   - coversMismatch: Whether the result is also the default if the value has another type.
    /// - Returns: The value in the daemon, or the default.
    /// - Throws: `undecodable` if the value has another type, or another `TunerError`.
    nonisolated(nonsending) public func value<Value: Decodable & Sendable>(
        of key: String,
        default fallback: Value,
        orOnMismatch coversMismatch: Bool = false
    ) async throws(TunerError) -> Value {
        do throws(TunerError) {
            let result: GetResult = try await response { .get(key, default: nil, $0) }
            return try Tuner.decoded(result.value, of: key)
        } catch {
            switch error {
            case .refused(let refusal) where refusal.kind == .unknownKey: return fallback
            case .undecodable where coversMismatch: return fallback
            default: throw error
            }
        }
    }

    /// Requests a tunable from the daemon; if the type is an optional, the value is null for a key without a value.
    nonisolated(nonsending) func result(of key: String, as type: Any.Type) async throws(TunerError) -> GetResult {
        let fallback: JSON? = type is any OptionalTyped.Type ? .null : nil
        return try await response { .get(key, default: fallback, $0) }
    }

    /// Sends a request, and returns the response of the daemon.
    nonisolated(nonsending) func response<Response: Sendable>(
        to request: (@escaping @Sendable (Response) -> Void) -> WriteRequest.Kind
    ) async throws(TunerError) -> Response {
        let slot = ResponseSlot<Response>()
        try await write(WriteRequest(kind: request(slot.set)), showing: [])
        guard let response = slot.value else { throw .outcomeUnknown }
        return response
    }

    /// Decodes the value of a key.
    static func decoded<Value: Decodable>(_ json: JSON, of key: String) throws(TunerError) -> Value {
        do {
            return try ValueDecoder.value(of: json)
        } catch {
            throw .undecodable(key: key, value: TunerValue(json), reason: Coding.reason(error))
        }
    }
}
