import JSONCore
import OptionCore
import RPCCore
import TunerAPI

/// The override of a flag.
struct FlagForcing {
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

    func force(to value: JSON) throws(Failure) -> JSON { try send("value", value) }

    /// Overrides the flag with the variant named `word`, or else with `word` as a JSON value.
    func force(toWord word: String) throws(Failure) -> JSON {
        guard !areStrings else { return try force(to: .string(word)) }
        do throws(Failure) {
            return try send("variant", .string(word))
        } catch .refused(let error) where error.kind == ErrorKind.outOfRange.rawValue {
            guard let value = try? JSON.parse(word) else { throw .refused(error) }
            return try force(to: value)
        }
    }

    /// Calls a method whose only parameter is the flag.
    func call<Result>(_ method: MethodDeclaration<FlagParameters, Result>) throws(Failure) -> JSON {
        try connection.call(plainly: method, ["key": .string(key)])
    }

    /// Returns the end of a message about a key that was set as a tunable, but is also the key of a flag.
    static func advice(_ key: String, _ value: JSON) -> String {
        let key = key.shownWhole.shellWord
        let command =
            switch value {
            case .boolean(let isOn): "\(isOn ? "on" : "off") \(key)"
            case .string(let text): "set \(key) \(text.shown.shellWord)"
            default: "set \(key) \(ValueText.short(value).shellWord)"
            }
        return "; to set the flag of that name, type: tunerctl flag \(command)"
    }

    private func send(_ member: String, _ value: JSON) throws(Failure) -> JSON {
        var parameters: JSONObject = ["key": .string(key), member: value]
        parameters["for"] = duration.map { .double($0) }
        do throws(Failure) {
            return try connection.call(plainly: API.Flags.set, .object(parameters))
        } catch .refused(let error) {
            throw .refused(try told(error))
        }
    }

    /// Adds the names of the variants to an error about a wrong variant or value.
    private func told(_ error: RemoteError) throws(Failure) -> RemoteError {
        guard [ErrorKind.typeMismatch.rawValue, ErrorKind.outOfRange.rawValue].contains(error.kind),
            let variants = try call(API.Flags.get)["definition"]?["variants"]?.object
        else { return error }
        let names = variants.members.map(\.name.shown).joined(separator: ", ")
        return RemoteError(code: error.code, message: "\(error.message); its variants: \(names)", data: error.data)
    }
}
