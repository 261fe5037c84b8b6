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

    /// The context of a caller that gives none, or gives it at a place of a request: a recent one if the caller gave the same.
    func context(
        of caller: Caller,
        at place: JSONRange?,
        in text: Span<UInt8>,
        _ recent: RecentEvaluations
    ) -> EvaluationContext {
        let spelt = text.extracting(place.map { $0.source } ?? 0..<0)
        if let context = recent.context(spelt: spelt) {
            return context
        }
        var given: JSONObject?
        if case .object(let members)? = place?.value(in: text) {
            given = members
        }
        let context = context(of: caller, given: given, at: recent.seconds)
        recent.keep(context, spelt: spelt)
        return context
    }

    /// What the system calls this installation.
    private static func machineID(_ files: any FileSystem) -> String? {
        guard let bytes = try? files.open("/etc/machine-id", .read).readWhole(chunk: 64) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
