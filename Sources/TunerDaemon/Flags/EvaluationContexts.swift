import FlagEngine
import JSONCore
import SystemCore
import TunableEngine

/// The parts of evaluation contexts that the daemon adds to a client's context.
final class EvaluationContexts {
    /// The facts about the daemon and its machine, looked up at the first evaluation.
    private lazy var own = EvaluationContexts.own(targetingKey, files)
    private let targetingKey: String
    private let files: any FileSystem
    /// The context from the command line.
    private lazy var configured = EvaluationContexts.object(of: settings)
    private let settings: [String]
    /// The reader of the contexts in requests.
    var reader = ContextReader()

    /// Creates the contexts with a default targeting key, by which flags bucket if the client gives none.
    init(targetingKey: String, settings: [String], _ files: any FileSystem) {
        self.targetingKey = targetingKey
        self.files = files
        self.settings = settings
    }

    private static func own(_ targetingKey: String, _ files: any FileSystem) -> JSONObject {
        let names = Kernel.systemNames
        return [
            "targetingKey": .string(targetingKey),
            "device": [
                "id": .string(machineID(files) ?? targetingKey),
                "os": .string(names.system.lowercased()), "arch": .string(names.machine),
                "hostname": .string(names.host),
            ],
        ]
    }

    /// Reads each value as `tunerctl` does: as JSON or a number if possible; any other value is a string.
    private static func object(of settings: [String]) -> JSONObject {
        var object = JSONObject()
        for setting in settings {
            guard let sign = setting.firstIndex(of: "=") else { continue }
            let text = String(setting[setting.index(after: sign)...])
            object[String(setting[..<sign])] = TextValue.value(of: text)
        }
        return object
    }

    /// Returns the context of a caller, with the members that the client gave.
    func context(of caller: Caller, given: JSONObject?, at time: Int64) -> EvaluationContext {
        let base = base(of: caller.session, caller, at: time)
        return given.map { base.giving($0) } ?? base
    }

    /// Returns the context of a caller without members from the client; it is created once a connection and second.
    func base(of session: Session, _ caller: Caller, at time: Int64) -> EvaluationContext {
        if let base = session.context, base.timestamp == time {
            return base
        }
        let base =
            session.context?.at(time)
            ?? EvaluationContext(own: own, configured: configured, unforgeable: caller.identity, timestamp: time)
        session.context = base
        return base
    }

    /// Returns the machine ID of the operating system; nil if it has none.
    private static func machineID(_ files: any FileSystem) -> String? {
        guard let bytes = try? files.open("/etc/machine-id", .read).readWhole(chunk: 64) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
