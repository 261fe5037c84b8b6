import FlagEngine
import JSONCore
import TunableEngine

/// The program's declaration of a tunable or a flag.
struct CellDeclaration {
    let subject: CellSubject
    /// The declaration for the daemon; nil if it is not valid, or if the default of a flag does not show its type.
    var spec: JSONObject?
    /// Whether to subscribe to the subject; with an invalid key, the daemon would refuse the whole subscription.
    let isSubscribable: Bool
    /// The content that identical declarations have in common; nil if the default cannot be encoded.
    private(set) var identity: JSONObject?
    /// The limits of the program; the daemon may have others, from the declaration of another program.
    private(set) var limits: CellLimits?
    /// The limit to read instead of the default, if the default is outside of the limits.
    private var defaultLimit: JSON?
    /// The problems of the declaration.
    private(set) var faults: [TunerFault] = []

    /// Declares a flag in a context.
    init<Value: Codable>(flag key: String, _ fallback: Value, _ context: FlagContext, description: String?) {
        subject = .flag(key, context)
        let json = try? ValueEncoder.json(of: fallback)
        identity = json.map { [SpecWord.default.rawValue: $0] }
        guard context.isJSON else {
            isSubscribable = false
            faults = [.undeclarable(key: key, reason: "its context has a number that JSON cannot have")]
            return
        }
        do {
            _ = try FlagKey(key)
            isSubscribable = true
            spec = json.flatMap { FlagSchema.of(Value.self, $0, description: description) }
            if case .array? = json {
                faults = [.undeclarable(key: key, reason: "its default is an array, and no flag has arrays")]
            }
        } catch {
            isSubscribable = false
            faults = [.undeclarable(key: key, reason: "a flag's key has 1 to 256 bytes and no control characters")]
        }
    }

    /// Declares a tunable with its default and with those words that have a value.
    init<Value: Codable>(
        tunable key: String,
        _ fallback: Value,
        _ words: [(name: SpecWord, value: (any Encodable)?)],
        _ schemas: SchemaCache
    ) {
        subject = .tunable(key)
        if let fault = Key.fault(in: key.utf8.span) {
            isSubscribable = false
            faults = [.undeclarable(key: key, reason: fault.sentence(about: key))]
            return
        }
        isSubscribable = true
        do {
            let encoded = try ValueEncoder.encoded(fallback)
            let json = encoded.json
            guard let schema = schemas.schema(of: Value.self, encoded, json, for: key) else {
                faults = [.undeclarable(key: key, reason: "its default is null, so its type is unknown")]
                return
            }
            var spec = schema
            // Without a value anywhere, the program reads nil.
            if json != .null { spec[SpecWord.default.rawValue] = json }
            for (name, value) in words {
                // The unit of a duration is a part of its type.
                guard let value, name != .unit || schema[name.rawValue] == nil else { continue }
                spec[name.rawValue] = try PlainValue.json(of: value, at: [PathKey(name.rawValue)])
            }
            limits = CellLimits(of: spec, declaring: Set(words.filter { $0.value != nil }.map(\.name)), Value.self)
            if let limit = limits?.exceeded(by: json) {
                defaultLimit = limit
                let isSecret = spec[SpecWord.secret.rawValue] == true
                let (value, end) = isSecret ? (JSON.secretMark, JSON.secretMark) : (json, limit)
                faults = [.outOfLimits(key: key, value: TunerValue(value), limit: TunerValue(end))]
            }
            self.spec = spec
            identity = spec
        } catch {
            faults = [.undeclarable(key: key, reason: Coding.reason(error))]
        }
    }

    /// Returns the default that the program reads: the given one, or the nearest limit if it is outside of the limits.
    func legalDefault<Value: Decodable>(_ fallback: Value) -> Value {
        defaultLimit.flatMap { try? ValueDecoder.value(of: $0) } ?? fallback
    }
}
