import ConsoleCore
import FlagEngine
import JSONCore
import OptionCore
import RPCCore
import TunerAPI

/// The `flag create` action: a definition made of words and options.
struct FlagCreation {
    /// The options of a creation.
    struct Settings {
        var types: [FlagType] = []
        var fallback: String?
        var summary: String?
    }

    private let key: String
    private let flag: NewFlag
    private let summary: String?

    /// Reads the variants from the words after the key, by the type that an option names.
    init(_ words: [String], _ options: Settings) throws(Failure) {
        key = words[0]
        summary = options.summary
        let types = options.types
        guard let type = types.first else { throw FlagCreation.usage(.missingArgument(FlagCreation.choices)) }
        guard types.count == 1 else {
            let (first, second) = (FlagCreation.option(types[0]), FlagCreation.option(types[1]))
            throw FlagCreation.usage(.option(.value(second, option: first, expectation: "the only type")))
        }
        do throws(NewFlag.Fault) {
            flag = try NewFlag(Array(words.dropFirst()), of: type.kind, fallback: options.fallback)
        } catch {
            throw FlagCreation.usage(FlagCreation.fault(error, type))
        }
    }

    /// Defines the flag; refuses a key that has a definition already.
    func define(on connection: DaemonConnection) throws(Failure) -> FlagWrite {
        let parameters = flag.parameters(key: key, summary: summary)
        do throws(Failure) {
            let response = try connection.call(plainly: API.Flags.define, .object(parameters))
            return FlagWrite(key: key, change: .defined, response: response)
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            let word = key.shownWhole.shellWord
            let message =
                "\(error.message); set it with: tunerctl flag set \(word) VARIANT; "
                + "replace its definition with: tunerctl flag define FILE"
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    private static let choices = "--bool, --string, --number or --object"

    private static func option(_ type: FlagType) -> String { "--\(type == .boolean ? "bool" : type.rawValue)" }

    private static func usage(_ fault: UsageError.Fault) -> Failure {
        .usage(UsageError(fault, command: "flag create"))
    }

    private static func fault(_ fault: NewFlag.Fault, _ type: FlagType) -> UsageError.Fault {
        switch fault {
        case .missing:
            .missingArgument(type == .object ? "a JSON object after --object" : "a value after \(option(type))")
        case .unexpected(let word): .option(.unexpected(word))
        case .value(let word, let expectation):
            .option(.value(word, option: option(type), expectation: expectation))
        case .fallback(let name, let expectation):
            .option(.value(name, option: "--default", expectation: expectation))
        }
    }
}

extension FlagType {
    /// The kind of the values of a new flag.
    fileprivate var kind: JSONKind {
        switch self {
        case .boolean: .boolean
        case .string: .string
        case .integer, .number: .number
        case .object: .object
        }
    }
}
