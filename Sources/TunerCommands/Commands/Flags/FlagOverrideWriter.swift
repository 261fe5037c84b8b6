import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunableEngine
import TunerAPI

/// The override of a flag.
struct FlagOverrideWriter {
    private let key: String
    private let duration: Double?
    private let connection: DaemonConnection

    init(_ key: String, for duration: Double? = nil, on connection: DaemonConnection) {
        self.key = key
        self.duration = duration
        self.connection = connection
    }

    func set(to value: JSON) throws(Failure) -> FlagWrite { try send("value", value) }

    /// Overrides the flag with the variant named `word`, or else with `word` as JSON or as a number.
    func set(toWord word: String, isString: Bool) throws(Failure) -> FlagWrite {
        guard !isString else { return try set(to: .string(word)) }
        do throws(Failure) {
            return try send("variant", .string(word))
        } catch .refused(let error) where error.kind == ErrorKind.outOfRange.rawValue {
            guard let value = TextValue.json(word) else { throw .refused(error) }
            return try set(to: value)
        }
    }

    /// Overrides a boolean flag with the opposite of its value.
    func toggle() throws(Failure) -> FlagWrite {
        let value = try connection.call(plainly: API.Flags.evaluate, ["key": .string(key)])["value"]
        guard case .boolean(let isOn)? = value else {
            let message = "\(key.shown) is not a boolean flag, so it cannot be toggled"
            let kind = ErrorKind.typeMismatch
            throw .refused(
                RemoteError(
                    code: Int64(kind.code),
                    message: message,
                    data: ["kind": .string(kind.rawValue), "key": .string(key)]
                )
            )
        }
        return try set(to: .boolean(!isOn))
    }

    /// Removes the override.
    func reset() throws(Failure) -> FlagWrite {
        FlagWrite(key: key, change: .overrideRemoved, response: try call(API.Flags.reset))
    }

    /// Removes the definition, or else the declaration.
    func remove() throws(Failure) -> FlagWrite {
        FlagWrite(key: key, change: .removed, response: try call(API.Flags.remove))
    }

    /// Calls a method whose only parameter is the flag.
    private func call<Result>(_ method: MethodDeclaration<FlagParameters, Result>) throws(Failure) -> JSON {
        try connection.call(plainly: method, ["key": .string(key)])
    }

    private func send(_ member: String, _ value: JSON) throws(Failure) -> FlagWrite {
        var parameters: JSONObject = ["key": .string(key), member: value]
        parameters["for"] = duration.map { .double($0) }
        do throws(Failure) {
            let response = try connection.call(plainly: API.Flags.set, .object(parameters))
            return FlagWrite(key: key, change: .overridden(value), response: response)
        } catch .refused(let error) {
            throw .refused(try addingVariants(to: error))
        }
    }

    /// Returns an error with the names of the variants, if it is about a wrong variant or value.
    private func addingVariants(to error: RemoteError) throws(Failure) -> RemoteError {
        guard [ErrorKind.typeMismatch.rawValue, ErrorKind.outOfRange.rawValue].contains(error.kind),
            let variants = try call(API.Flags.get)["definition"]?["variants"]?.object
        else { return error }
        var message = "\(error.message); its variants: \(FlagAdvice.names(of: variants))"
        if error.kind == ErrorKind.outOfRange.rawValue, variants.members.contains(where: { $0.value.kind == .string }) {
            message += "; for another text, add --string"
        }
        return RemoteError(code: error.code, message: message, data: error.data)
    }
}
