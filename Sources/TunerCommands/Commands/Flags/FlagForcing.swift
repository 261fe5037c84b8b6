import JSONCore
import RPCCore
import TunerAPI

/// What a flag is forced to be, and no more.
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

    /// Forces it to a value.
    func force(to value: JSON) throws(Failure) -> JSON { try send("value", value) }

    /// Forces it to the variant that has the word for a name, else to the value that the word is as JSON.
    func force(toWord word: String) throws(Failure) -> JSON {
        guard !areStrings else { return try force(to: .string(word)) }
        do throws(Failure) {
            return try send("variant", .string(word))
        } catch .refused(let error) where error.kind == ErrorKind.outOfRange.rawValue {
            guard let value = try? JSON.parse(word) else { throw .refused(error) }
            return try force(to: value)
        }
    }

    /// Calls what takes a flag alone.
    func call<Result>(_ method: MethodDeclaration<FlagParameters, Result>) throws(Failure) -> JSON {
        try connection.call(plainly: method, ["key": .string(key)])
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

    /// The daemon's word, and for who has named what the flag cannot be, what it can be.
    private func told(_ error: RemoteError) throws(Failure) -> RemoteError {
        guard [ErrorKind.typeMismatch.rawValue, ErrorKind.outOfRange.rawValue].contains(error.kind),
            let variants = try call(API.Flags.get)["definition"]?["variants"]?.object
        else { return error }
        let names = variants.members.map(\.name.shown).joined(separator: ", ")
        return RemoteError(code: error.code, message: "\(error.message); its variants: \(names)", data: error.data)
    }
}
