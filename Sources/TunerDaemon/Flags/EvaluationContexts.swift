import FlagEngine
import JSONCore
import SystemCore

/// What flags' rules know, besides what callers say.
final class EvaluationContexts {
    /// What the daemon knows of itself; found out when somebody asks for a flag.
    private lazy var own = EvaluationContexts.own(targetingKey, files)
    private let targetingKey: String
    private let files: any FileSystem
    /// What it was started with.
    private lazy var configured = EvaluationContexts.object(of: settings)
    private let settings: [String]

    /// Takes a stable name of the state, by which flags bucket where the caller names nothing.
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

    /// As on other command lines, what is JSON is that value, and anything else a text.
    private static func object(of settings: [String]) -> JSONObject {
        var object = JSONObject()
        for setting in settings {
            guard let sign = setting.firstIndex(of: "=") else { continue }
            let text = String(setting[setting.index(after: sign)...])
            object[String(setting[..<sign])] = (try? JSON.parse(text.utf8.span)) ?? .string(text)
        }
        return object
    }

    /// What is known of a caller, with what it says of itself.
    func context(of caller: Caller, given: JSONObject?, at time: Int64) -> EvaluationContext {
        EvaluationContext(
            own: own,
            given: given ?? JSONObject(),
            configured: configured,
            unforgeable: caller.identity,
            timestamp: time
        )
    }

    /// The same where it stands in a request: what was made before, where the caller gives what it gave before.
    func remembered(
        for caller: Caller,
        given: JSONPlace?,
        _ text: Span<UInt8>,
        at time: Int64
    ) -> RememberedContext {
        let session = caller.session
        let spelt = given.map { $0.source } ?? 0..<0
        if let remembered = session.context, remembered.isSpelt(text.extracting(spelt), at: time) {
            return remembered
        }
        var object: JSONObject?
        if case .object(let members)? = given?.value(in: text) {
            object = members
        }
        let context = RememberedContext(
            context(of: caller, given: object, at: time),
            spelt: text.extracting(spelt)
        )
        if spelt.count <= RememberedContext.mostBytes {
            session.context = context
        }
        return context
    }

    /// What the system calls this installation.
    private static func machineID(_ files: any FileSystem) -> String? {
        guard let bytes = try? files.open("/etc/machine-id", .read).readWhole(chunk: 64) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
