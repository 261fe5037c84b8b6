import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// The last agreement of a file and a daemon, stored between runs.
struct SyncMemory {
    private let path: String?
    private let identity: String

    /// Creates the memory of a file, a daemon and patterns; without a state directory, nothing is stored.
    init(of file: String, _ daemon: DaemonEndpoint, _ patterns: [String]) {
        let file = Path.isAbsolute(file) ? file : "\(Kernel.currentDirectory ?? "")/\(file)"
        let identity = ([file, daemon.absolutePath] + patterns).joined(separator: "\n")
        self.identity = identity
        path = StatePath(option: nil, environment: Kernel.environmentPath).map { state in
            "\(state.path)/sync/\(String(ContentHash.of(identity.utf8), radix: 16)).json"
        }
    }

    /// The stored agreement, or nil.
    var agreement: SyncAgreement? {
        guard let path, let file = try? Kernel.open(path, .read), let text = try? KernelFile(file).readWhole(),
            let json = try? JSON.parse(text.span), json["of"] == .string(identity),
            let values = SyncMemory.dictionary(json["values"])
        else { return nil }
        return SyncAgreement(
            values: values,
            toDaemon: SyncMemory.dictionary(json["toDaemon"]) ?? [:],
            toFile: SyncMemory.dictionary(json["toFile"]) ?? [:]
        )
    }

    /// Stores an agreement; after a failure, the next run starts without one.
    func keep(_ agreement: SyncAgreement) {
        guard let path else { return }
        var json: JSONObject = ["of": .string(identity), "values": SyncMemory.object(agreement.values)]
        if !agreement.toDaemon.isEmpty { json["toDaemon"] = SyncMemory.object(agreement.toDaemon) }
        if !agreement.toFile.isEmpty { json["toFile"] = SyncMemory.object(agreement.toFile) }
        let text = Array("\(JSONText.compact(.object(json)))\n".utf8)
        do throws(SystemError) {
            try KernelFileSystem().createDirectories(Path.directory(of: path), mode: 0o700)
            try FileReplacement.replace(path, with: text.span)
        } catch {
            // The agreement only improves the next run, so a failure here is no error.
        }
    }

    private static func dictionary(_ json: JSON?) -> [String: JSON]? {
        json?.object.map { object in Dictionary(object.members.map { ($0.name, $0.value) }) { $1 } }
    }

    private static func object(_ values: [String: JSON]) -> JSON {
        .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
}
