import RPCCore
import SystemCore

/// The check of the units that `make install` gives to the user's systemd.
struct ServiceCheck {
    private static let socketUnit = "tunerd.socket"
    private static let serviceUnit = "tunerd.service"
    /// The largest report that is read, which is much more than the properties of two units.
    private static let maxReport = 65_536

    /// The properties of each unit, by the name of the unit.
    private let units: [String: [String: String]]

    /// Creates the check from the output of `systemctl show`: a property on each line, and an empty line between units.
    init(report: String) {
        var units: [String: [String: String]] = [:]
        var properties: [String: String] = [:]
        let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines + [""] as [Substring] {
            if let sign = line.firstIndex(of: "=") {
                properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
            } else if let unit = properties["Id"] {
                units[unit] = properties
                properties = [:]
            }
        }
        self.units = units
    }

    /// Returns the check of the user's systemd; nil if none runs or it does not respond.
    static func run() -> ServiceCheck? {
        guard let runtime = Kernel.environmentPath("XDG_RUNTIME_DIR"),
            (try? Kernel.status(of: "\(runtime)/systemd/private"))?.kind == .socket,
            let report = try? report()
        else { return nil }
        return ServiceCheck(report: report)
    }

    private static func report() throws(SystemError) -> String? {
        let properties = "--property=Id,LoadState,ActiveState,UnitFileState,MainPID,Listen"
        let words = ["--user", "show", properties, socketUnit, serviceUnit]
        let pipe = try Kernel.pipe()
        let input = try Kernel.open("/dev/null", .read)
        let child = try Kernel.spawn(
            RawText("systemctl"),
            words.map { RawText($0) },
            reading: input,
            writing: pipe.second
        )
        // The report fits into the pipe, so the program does not wait for a reader.
        let end = try Kernel.waitForEnd(ofChild: child)
        guard end == .exited(0) else { return nil }
        var buffer = [UInt8](repeating: 0, count: maxReport)
        var span = buffer.mutableSpan
        guard case .bytes(let count) = try Kernel.read(pipe.first, into: &span) else { return nil }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// Returns the findings about a socket; none if the units are not installed or have another socket.
    ///
    /// `daemon` is the process ID of the daemon; nil if none responds.
    func findings(socket path: String, daemon: Int64?) -> [Finding] {
        guard let socket = units[ServiceCheck.socketUnit], socket["LoadState"] == "loaded",
            socket["Listen"]?.hasPrefix("\(path) ") == true
        else { return [] }
        return [finding(about: socket)] + (finding(aboutDaemon: daemon, socket).map { [$0] } ?? [])
    }

    private func finding(about socket: [String: String]) -> Finding {
        let name = ServiceCheck.socketUnit
        let isEnabled = socket["UnitFileState"] == "enabled"
        switch socket["ActiveState"] {
        case "active" where isEnabled: return Finding(.ok, "systemd", "\(name) is enabled and active")
        case "active":
            let text = "\(name) is active, but not enabled: it does not start at the next login"
            return Finding(.note, "systemd", text, remedy: "systemctl --user enable \(name)")
        case "failed":
            let remedy = "systemctl --user status \(name); systemctl --user restart \(name)"
            return Finding(.fault, "systemd", "\(name) has failed", remedy: remedy)
        case _ where isEnabled:
            let text = "\(name) is enabled, but not active"
            return Finding(.note, "systemd", text, remedy: "systemctl --user start \(name)")
        default: return Finding(.ok, "systemd", "\(name) is installed, and not in use")
        }
    }

    /// Returns the note that systemd does not run the daemon, although it owns the socket; otherwise nil.
    private func finding(aboutDaemon daemon: Int64?, _ socket: [String: String]) -> Finding? {
        let name = ServiceCheck.serviceUnit
        guard let daemon, socket["ActiveState"] == "active",
            units[name]?["MainPID"].flatMap({ Int64($0) }) != daemon
        else { return nil }
        let text = "the daemon with pid \(daemon) does not run under \(name), so systemd does not restart it"
        let remedy = "tunerctl stop; systemctl --user restart \(ServiceCheck.socketUnit)"
        return Finding(.note, "systemd", text, remedy: remedy)
    }
}
