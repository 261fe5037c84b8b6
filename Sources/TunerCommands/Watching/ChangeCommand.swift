import ConsoleCore
import JSONCore
import SystemCore
import TunableEngine
import TunerAPI

/// A shell command that runs for each change, one at a time; changes that arrive while it runs are merged by key.
final class ChangeCommand {
    /// The longest value in a variable, in bytes; Linux allows 128 KiB with the name.
    private static let limit = 100_000

    private let text: RawText
    private var pending = PendingChanges()
    private var running: Run?

    /// A running command.
    private struct Run {
        let pid: Int32
        let key: String
        var input: ProgramInput?
    }

    /// Creates a command that finds this daemon in `TUNER_SOCKET`.
    init(_ text: RawText, _ daemon: DaemonEndpoint) throws(Failure) {
        self.text = text
        try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: daemon.absolutePath)
        }
    }

    /// The input that the running command has not read yet.
    var input: ProgramInput? { running?.input }

    /// Adds changes for which the command must run.
    func add(_ changes: [WatchedChange]) {
        for change in changes {
            pending.add(change)
        }
    }

    /// Checks whether the command has ended, and starts it for the next change.
    func advance() throws(Failure) {
        if let running {
            guard let end = try Failure.system({ () throws(SystemError) in try Kernel.end(ofChild: running.pid) })
            else { return try feed() }
            self.running = nil
            reportFailure(of: end, running.key)
        }
        guard let next = pending.takeNext() else { return }
        try start(next)
        try feed()
    }

    private func feed() throws(Failure) {
        guard let input = running?.input else { return }
        let isLeft = try Failure.system { () throws(SystemError) in try input.write() }
        if !isLeft {
            running?.input = nil
        }
    }

    private func start(_ change: WatchedChange) throws(Failure) {
        do throws(SystemError) {
            try describe(change, withValues: true)
            do throws(SystemError) {
                try spawn(change)
            } catch  where error.errno == .argumentsTooLong {
                // The system's limit for all variables together is exceeded.
                try describe(change, withValues: false)
                try spawn(change)
            }
        } catch {
            throw .notStarted("sh", error.errno)
        }
    }

    private func spawn(_ change: WatchedChange) throws(SystemError) {
        let pair = try Kernel.pipe()
        // A shell expects blocking streams.
        try Kernel.setNonBlocking(pair.first, false)
        let pid = try Kernel.spawn("sh", ["-c", text], reading: pair.first)
        let input = ProgramInput(pair.second, "\(JSONText.compact(change.json))\n")
        running = Run(pid: pid, key: change.change.key, input: input)
    }

    /// Sets the variables that describe the change.
    private func describe(_ change: WatchedChange, withValues: Bool) throws(SystemError) {
        try Kernel.setEnvironment("TUNER_KEY", to: change.change.key)
        try Kernel.setEnvironment("TUNER_REVISION", to: "\(change.revision)")
        try set("TUNER_VALUE", to: withValues ? change.change.value : nil)
        try set("TUNER_OLD", to: withValues ? change.change.old : nil)
    }

    private func set(_ name: String, to value: JSON?) throws(SystemError) {
        if let line = value?.line, line.utf8.count <= ChangeCommand.limit, !line.utf8.contains(0) {
            try Kernel.setEnvironment(name, to: line)
        } else {
            Kernel.removeFromEnvironment(name)
        }
    }

    private func reportFailure(of end: ProcessEnd, _ key: String) {
        guard end != .exited(0) else { return }
        Output.writeError("tunerctl: the command failed with \(end.words) for \(key.shownWhole)\n")
    }
}
