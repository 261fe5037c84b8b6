import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// What the values of a key are, which says what a text stands for.
enum KeyType {
    /// Somebody said so.
    case declared(TunableType)
    /// As the present value is, if there is one.
    case free(FreeKind?)

    /// Asks the daemon; where it does not know the key, its answer says so.
    static func look(at key: String, _ connection: DaemonConnection) throws(Failure) -> Result<KeyType, RemoteError> {
        let description: JSON
        do throws(Failure) {
            description = try connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
        } catch .refused(let error) where error.kind == ErrorKind.unknownKey.rawValue {
            return .failure(error)
        }
        if let word = description["spec"]?["type"]?.text, let type = TunableType(rawValue: word) {
            return .success(.declared(type))
        }
        return .success(.free(description["value"].flatMap(FreeKind.init(of:))))
    }

    /// Whether somebody said what a key may be.
    static func isDeclared(_ key: String, _ connection: DaemonConnection) throws(Failure) -> Bool {
        if case .success(.declared) = try look(at: key, connection) { true } else { false }
    }

    /// What a text stands for; it is still to be checked.
    func value(of text: String) throws(TextFault) -> JSON {
        switch self {
        case .declared(let type): return try TextValue.value(of: text, as: type)
        case .free(let kind):
            let value = TextValue.value(of: text)
            guard let kind, kind.fault(in: value) != nil else { return value }
            return try TextValue.value(of: text, as: kind)
        }
    }
}
