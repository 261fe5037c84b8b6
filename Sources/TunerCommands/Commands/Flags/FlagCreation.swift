import FlagEngine
import JSONCore
import OptionCore
import RPCCore
import TunerAPI

/// The `flag create` action: a definition made of words and options.
struct FlagCreation {
    private let key: String
    private let variants: JSONObject
    private let fallback: String
    private let summary: String?

    /// Reads the variants from the words after the key, by the type that an option names.
    init(_ words: [String], _ options: FlagOptions) throws(Failure) {
        key = words[0]
        summary = options.summary
        let types = options.types + (options.areStrings ? [FlagType.string] : [])
        guard let type = types.first else { throw FlagCreation.usage(.missingArgument(FlagCreation.choices)) }
        guard types.count == 1 else {
            let (first, second) = (FlagCreation.option(types[0]), FlagCreation.option(types[1]))
            throw FlagCreation.usage(.option(.value(second, option: first, expectation: "the only type")))
        }
        variants = try FlagCreation.variants(words.dropFirst(), type)
        var fallback = options.fallback ?? (type == .boolean ? "off" : variants.members[0].name)
        if type == .boolean {
            fallback = fallback == "true" ? "on" : fallback == "false" ? "off" : fallback
        }
        guard variants[fallback] != nil else {
            let names = variants.members.map(\.name.shown).joined(separator: ", ")
            throw FlagCreation.usage(.option(.value(fallback, option: "--default", expectation: "one of \(names)")))
        }
        self.fallback = fallback
    }

    /// Defines the flag; refuses a key that has a definition already.
    func define(on connection: DaemonConnection) throws(Failure) -> JSON {
        var definition: JSONObject = [
            "state": .string(FlagState.enabled.rawValue), "variants": .object(variants),
            "defaultVariant": .string(fallback),
        ]
        definition["metadata"] = summary.map { ["description": .string($0)] }
        let parameters: JSONObject = ["flags": .object([key: .object(definition)]), "create": true]
        do throws(Failure) {
            return try connection.call(plainly: API.Flags.define, .object(parameters))
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

    /// Returns the JSON value of a text; nil if it is of another kind.
    private static func value(of text: String, _ kind: JSONKind) -> JSON? {
        guard let value = try? JSON.parse(text), value.kind == kind else { return nil }
        return value
    }

    private static func usage(_ fault: UsageError.Fault) -> Failure { .usage(UsageError(fault, command: "flag")) }

    private static func variants(_ words: ArraySlice<String>, _ type: FlagType) throws(Failure) -> JSONObject {
        var variants = JSONObject()
        func add(_ name: String, _ value: JSON?, from word: String, _ expectation: String) throws(Failure) {
            guard let value, !name.isEmpty, variants[name] == nil else {
                throw usage(.option(.value(word, option: option(type), expectation: expectation)))
            }
            variants[name] = value
        }
        if type == .boolean {
            if let word = words.first { throw usage(.option(.unexpected(word))) }
            return ["on": true, "off": false]
        }
        guard !words.isEmpty else {
            throw usage(
                .missingArgument(type == .object ? "a JSON object after --object" : "a value after \(option(type))")
            )
        }
        for word in words {
            guard type != .object else {
                // A text that begins with a brace has no name: its position is the name.
                let pair = word.utf8.first == UInt8(ascii: "{") ? nil : TypedTexts.pair(word)
                let value = value(of: pair?.text ?? word, .object)
                let name = pair?.key ?? "\(variants.count + 1)"
                try add(name, value, from: word, "JSON objects, or NAME=OBJECT with different names")
                continue
            }
            for piece in word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
                if type == .string {
                    try add(piece, .string(piece), from: word, "different texts with commas between them")
                } else {
                    try add(piece, value(of: piece, .number), from: word, "different numbers with commas between them")
                }
            }
        }
        return variants
    }
}
