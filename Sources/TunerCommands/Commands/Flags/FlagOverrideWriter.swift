import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunableEngine
import TunerAPI

/// The override of a flag.
struct FlagOverrideWriter {
    private let key: String
    private let areStrings: Bool
    private let duration: Double?
    private let connection: DaemonConnection

    init(_ key: String, areStrings: Bool, for duration: Double? = nil, on connection: DaemonConnection) {
        self.key = key
        self.areStrings = areStrings
        self.duration = duration
        self.connection = connection
    }

    func set(to value: JSON) throws(Failure) -> FlagWrite { try send("value", value) }

    /// Overrides the flag with the variant named `word`, or else with `word` as JSON or as a number.
    func set(toWord word: String) throws(Failure) -> FlagWrite {
        guard !areStrings else { return try set(to: .string(word)) }
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

    /// Returns the end of a message about a key that was set as a tunable, but is also the key of a flag.
    ///
    /// The command in it sets the flag to the value, if the flag can have it.
    static func advice(_ key: String, _ value: JSON, variants: JSONObject) -> String {
        let key = key.shownWhole.shellWord
        let variant = variants.members.first { $0.name == value.text || JSONByValue($0.value) == JSONByValue(value) }
        let command =
            if case .boolean(let isOn) = value, variant != nil {
                "\(isOn ? "on" : "off") \(key)"
            } else if let variant {
                "set \(key) \(variant.name.shownWhole.shellWord)"
            } else if variants.members.contains(where: { $0.value.kind == value.kind }) {
                "set \(key) \(word(for: value))"
            } else {
                "set \(key) VARIANT, with a variant of \(names(of: variants))"
            }
        return "; to set the flag, type: tunerctl flag \(command)"
    }

    /// Returns the word of a command line for a value, or a placeholder if the value is long.
    private static func word(for value: JSON) -> String {
        if let text = value.text {
            return "\(text.utf8.count > longest ? "TEXT" : text.shownWhole.shellWord) --string"
        }
        let line = value.line
        return line.utf8.count > longest ? "VALUE" : line.shownWhole.shellWord
    }

    /// The length in bytes from which a message does not repeat a value.
    private static let longest = 200

    private static func names(of variants: JSONObject) -> String {
        variants.members.map(\.name.shown).joined(separator: ", ")
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
        var message = "\(error.message); its variants: \(FlagOverrideWriter.names(of: variants))"
        if error.kind == ErrorKind.outOfRange.rawValue, variants.members.contains(where: { $0.value.kind == .string }) {
            message += "; for another text, add --string"
        }
        return RemoteError(code: error.code, message: message, data: error.data)
    }
}
