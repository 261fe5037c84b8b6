import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TunerAPI

/// The checks of a daemon that has responded.
struct DaemonCheck {
    /// Less free space than this is worth a note.
    private static let littleSpace: Int64 = 64 << 20
    /// The limit of lines about programs without a fault.
    private static let maxPrograms = 16

    private let info: ServerInfo
    private let layers: [ListedLayer]
    /// The sources of layers that the connected programs fetch.
    let sources: [ListedSyncSource]
    private let clients: [ClientRecord]
    /// The keys of tunables and flags among those in the faults of ``clients``.
    private let knownKeys: Set<String>
    /// The time of the newest commit, in the form of the protocol; nil if there is none.
    private let newestCommit: String?
    /// The time of this program's clock.
    private let now: WallTime

    init(
        _ info: ServerInfo,
        _ layers: [ListedLayer],
        _ clients: [ClientRecord] = [],
        sources: [ListedSyncSource] = [],
        knownKeys: Set<String> = [],
        newestCommit: String? = nil,
        at now: WallTime = Kernel.wallTime()
    ) {
        self.info = info
        self.layers = layers
        self.clients = clients
        self.sources = sources
        self.knownKeys = knownKeys
        self.newestCommit = newestCommit
        self.now = now
    }

    var findings: [Finding] {
        [daemonFinding, versionFinding] + (clockFinding.map { [$0] } ?? []) + [storageFinding] + directoryFindings
            + [durabilityFinding, limitFinding] + (flagsFileFinding.map { [$0] } ?? []) + layerFindings
            + sourceFindings + [connectionFinding] + declarationFindings + programFindings
    }

    private var daemonFinding: Finding {
        let socket = info.socket.map { " at \($0.shownWhole)" } ?? ""
        let uptime = Duration.seconds(Int64(min(max(info.uptime, 0), 1e12))).words
        return Finding(.ok, "daemon", "runs\(socket) with pid \(info.pid) for \(uptime), revision \(info.revision)")
    }

    private var versionFinding: Finding {
        let text = "tunerctl \(API.release), tunerd \(info.version.shown)"
        guard info.version != API.release else { return Finding(.ok, "version", text) }
        return Finding(.note, "version", text, remedy: "after an update: tunerctl stop; tunerctl start")
    }

    /// The finding about the clocks; nil from an older daemon, which does not send its time.
    private var clockFinding: Finding? {
        guard let time = info.time, let daemon = WallTime(rfc3339: time) else { return nil }
        let ahead = daemon.milliseconds - now.milliseconds
        guard abs(ahead) <= DaemonCheck.clockTolerance else {
            let side = ahead > 0 ? "ahead of" : "behind"
            let text = "the daemon's clock is \(DaemonCheck.words(ahead)) \(side) the clock of tunerctl"
            return Finding(.note, "clock", text, remedy: "set the clocks; rules by time use the daemon's clock")
        }
        if let newest = newestCommit.flatMap({ WallTime(rfc3339: $0) }),
            newest.milliseconds - daemon.milliseconds > DaemonCheck.clockTolerance
        {
            let distance = DaemonCheck.words(newest.milliseconds - daemon.milliseconds)
            let text = "the newest change is \(distance) in the future: the clock was set back later"
            let remedy = "check the clock; the times in tunerctl history are not in order"
            return Finding(.note, "clock", text, remedy: remedy)
        }
        return Finding(.ok, "clock", time.shown)
    }

    /// The largest difference of clocks, in milliseconds, that is not worth a note: a response may take so long.
    private static let clockTolerance: Int64 = 5_000

    private static func words(_ milliseconds: Int64) -> String { Duration.seconds(abs(milliseconds) / 1_000).words }

    private var connectionFinding: Finding {
        let connections = CountText.of(info.connections, "connection")
        let names = clients.prefix(8).map { DaemonCheck.name(of: $0) }.joined(separator: ", ")
        let subscriptions = CountText.of(info.subscriptions, "subscription")
        return Finding(.ok, "clients", "\(connections), \(subscriptions)\(names.isEmpty ? "" : ": \(names)")")
    }

    /// The programs that have declared tunables or flags.
    private var declarationFindings: [Finding] {
        let programs = clients.filter { $0.declared > 0 }
        let findings = programs.prefix(DaemonCheck.maxPrograms).map { client in
            let version = client.version.map { ", version \($0.shown)" } ?? ""
            let declarations = CountText.of(client.declared, "declaration")
            let keys = client.keys.map(\.shownWhole).joined(separator: ", ")
            let more = client.declared > client.keys.count ? ", ..." : ""
            let text = "\(declarations)\(keys.isEmpty ? "" : ": \(keys)\(more)")"
            return Finding(.ok, "program", "\(DaemonCheck.name(of: client))\(version): \(text)")
        }
        guard programs.count > findings.count else { return findings }
        let text = CountText.of(programs.count - findings.count, "more program")
        return findings + [Finding(.ok, "program", "\(text) with declarations")]
    }

    /// The refused declarations of programs, and the faults that programs have reported about themselves.
    private var programFindings: [Finding] {
        clients.flatMap { client in
            let reported = Set(client.faults.compactMap(\.key))
            let refused = client.refused.filter { !reported.contains($0) }.map { key in
                finding(about: client, key, "the declaration was refused")
            }
            let faults = client.faults.map { finding(about: client, $0.key, $0.message.shownWhole) }
            guard max(client.refused.count, client.faults.count) >= DaemonCheck.maxFaults else {
                return refused + faults
            }
            let name = DaemonCheck.name(of: client)
            let text = "\(name): the daemon keeps the first \(DaemonCheck.maxFaults) faults; there may be more"
            return refused + faults + [Finding(.note, "program", text)]
        }
    }

    /// The number of faults and of refused keys that the daemon keeps for a program.
    private static let maxFaults = 8

    private func finding(about client: ClientRecord, _ key: String?, _ message: String) -> Finding {
        let text = "\(DaemonCheck.name(of: client)): \(key.map { "\($0.shownWhole): " } ?? "")\(message)"
        return Finding(.fault, "program", text, remedy: key.map { remedy(for: $0, of: client) })
    }

    /// Returns what to do about a fault in a key: a key without a tunable and without a flag cannot be described.
    private func remedy(for key: String, of client: ClientRecord) -> String {
        guard knownKeys.contains(key) else {
            let subject = client.refused.contains(key) ? "the declaration of \(key.shownWhole)" : key.shownWhole
            return "correct \(subject) in the program; no other program has declared it"
        }
        let describe = "tunerctl describe \(key.shellWord.shownWhole)"
        guard client.refused.contains(key) else { return describe }
        return "compare the program with the present declaration: \(describe)"
    }

    private static func name(of client: ClientRecord) -> String { "\(client.client.shown)[\(client.pid)]" }

    // MARK: Disk

    private var storageFinding: Finding {
        guard !info.storage.isOK else { return Finding(.ok, "storage", "the last write succeeded") }
        let text = "changes are refused: \(info.storage.error?.shownWhole ?? "the last write failed")"
        return Finding(.fault, "storage", text, remedy: "free space, or repair the disk; the daemon retries by itself")
    }

    private var directoryFindings: [Finding] {
        let name = info.state.shownWhole
        do throws(SystemError) {
            let status = try Kernel.status(of: info.state)
            let size = try DaemonCheck.size(of: info.state)
            let mayOthersRead = status.mode & 0o077 != 0
            let access = Finding(
                mayOthersRead ? .note : .ok,
                "state",
                "\(name), \(SocketCheck.access(to: status)), \(size / 1_024) KiB",
                remedy: mayOthersRead ? "chmod go-rwx \(info.state.shellWord.shownWhole)" : nil
            )
            return [access, try spaceFinding]
        } catch {
            return [Finding(.note, "state", "\(name) cannot be checked: \(error.errno) (\(error.errno.name))")]
        }
    }

    private var spaceFinding: Finding {
        get throws(SystemError) {
            let free = try Kernel.freeSpace(at: info.state)
            let text = "\(free >> 20) MiB free"
            guard free < DaemonCheck.littleSpace else { return Finding(.ok, "disk", text) }
            return Finding(.note, "disk", text, remedy: "free space before writes fail")
        }
    }

    /// Returns the bytes of the files in the state directory.
    private static func size(of directory: String) throws(SystemError) -> Int64 {
        var size: Int64 = 0
        for name in try Kernel.names(in: directory) {
            // A file may have been removed since.
            size += (try? Kernel.status(of: "\(directory)/\(name)").size) ?? 0
        }
        return size
    }

    private var durabilityFinding: Finding {
        switch info.durability {
        case "sync": Finding(.ok, "durability", "sync: a change is on disk before its response")
        case "relaxed": Finding(.note, "durability", "relaxed: a crash can lose the changes of the last second")
        default: Finding(.note, "durability", "\(info.durability.shown): a crash can lose changes")
        }
    }

    // MARK: Contents

    private var limitFinding: Finding {
        guard info.limited.isOn else { return Finding(.ok, "kill switch", "off") }
        let entries = info.limited.by.prefix(8).map { entry in
            let reason = entry.reason.map { ", reason: \($0.shown)" } ?? ""
            return "\(entry.match.prefix(8).map(\.shown).joined(separator: " ")) (\(entry.source.shown)\(reason))"
        }
        let text = "on for \(entries.joined(separator: "; "))"
        var remedies = info.limited.by.contains { $0.source == "manual" } ? ["tunerctl kill-switch off"] : []
        let active = layers.filter(\.isActive)
        if active.contains(where: \.isKillSwitch) {
            let names = active.filter { !$0.isKillSwitch }.map { $0.name.shellWord.shownWhole }
            remedies.append("tunerctl layers activate \(names.isEmpty ? "--none" : names.joined(separator: " "))")
        }
        let remedy = remedies.isEmpty ? nil : remedies.joined(separator: "; ")
        return Finding(.note, "kill switch", text, remedy: remedy)
    }

    private var flagsFileFinding: Finding? {
        guard let file = info.flagsFile else { return nil }
        let name = file.path.shownWhole
        guard !file.isOK else { return Finding(.ok, "flags file", name) }
        let error = file.error?.shownWhole ?? "it is invalid"
        let text =
            if let count = file.faultyCount {
                "\(name) is in use, except \(CountText.of(count, "faulty flag")): \(error)"
            } else {
                "\(name) is not in use: \(error)"
            }
        return Finding(.fault, "flags file", text, remedy: "correct the file; the daemon reads it again by itself")
    }

    private var layerFindings: [Finding] {
        let faulty = layers.compactMap { layer in
            let name = layer.name.shown
            if let rejected = layer.rejected {
                let count = CountText.of(rejected.count, "refused update")
                let text = "\(name): \(count), the last one at \(rejected.time.shown): \(rejected.error.shownWhole)"
                return Finding(.fault, "layer", text, remedy: "correct the program that puts the layer")
            }
            guard layer.isStale else { return nil }
            let text = "\(name) is stale: it was put \(Duration.seconds(Int64(min(layer.age, 1e12))).words) ago"
            return Finding(.note, "layer", text, remedy: "check the program that puts the layer")
        }
        guard faulty.isEmpty else { return faulty }
        let active = layers.count { $0.isActive }
        return [Finding(.ok, "layers", "\(CountText.of(layers.count, "layer")), \(active) active")]
    }
}
