import FlagEngine
import JSONCore
import TunableEngine

/// What a program says of a tunable or a flag that it reads.
struct CellDeclaration {
    let subject: CellSubject
    /// What the daemon is told that it may be; none for a flag, and where it cannot be told.
    var spec: JSONObject?
    /// Whether the daemon can be asked for it: a name that is none it would refuse, and all others with it.
    let isWanted: Bool
    /// What is the same for those who declare the same, of whatever type.
    private(set) var identity: JSONObject?
    /// What is wrong with it.
    private(set) var faults: [TunerFault] = []

    /// A flag, as it comes out for a context.
    init<Value: Encodable>(flag key: String, _ fallback: Value, _ context: FlagContext) {
        subject = .flag(key, context)
        identity = (try? ValueEncoder.json(of: fallback)).map { [SpecWord.default.rawValue: $0] }
        guard context.isJSON else {
            isWanted = false
            faults = [.undeclarable(key: key, reason: "its context holds a number that JSON has no word for")]
            return
        }
        do {
            _ = try FlagKey(key)
            isWanted = true
        } catch {
            isWanted = false
            faults = [.undeclarable(key: key, reason: "a flag's key has 1 to 256 bytes without control characters")]
        }
    }

    /// A tunable with its default and what else is said of it; a word without a value is not said.
    init<Value: Codable>(tunable key: String, _ fallback: Value, _ words: [(name: SpecWord, value: (any Encodable)?)]) {
        subject = .tunable(key)
        if let fault = Key.fault(in: key.utf8.span) {
            isWanted = false
            faults = [.undeclarable(key: key, reason: fault.sentence(about: key))]
            return
        }
        isWanted = true
        do {
            let json = try ValueEncoder.json(of: fallback)
            guard let schema = ValueSchema.of(Value.self, json) else {
                faults = [.undeclarable(key: key, reason: "its default is null, which has no type")]
                return
            }
            var spec = schema
            spec[SpecWord.default.rawValue] = json
            for (name, value) in words {
                guard let value else { continue }
                spec[name.rawValue] = try PlainValue.json(of: value, at: [PlaceKey(name.rawValue)])
            }
            self.spec = spec
            identity = spec
        } catch {
            faults = [.undeclarable(key: key, reason: Coding.reason(error))]
        }
    }
}
