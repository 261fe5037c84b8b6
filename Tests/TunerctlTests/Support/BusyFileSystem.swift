import Synchronization
import SystemCore

/// The kernel's file system, with actions of other programs between its operations.
final class BusyFileSystem: FileSystem {
    private struct State {
        var actions: [@Sendable () -> Void] = []
        /// The number of calls that still succeed; nil if all do.
        var callsLeft: Int?
    }

    private let files = KernelFileSystem()
    private let exchanges: Bool
    private let state: Mutex<State>

    /// Runs the first action before the first call that replaces a file, the second one before the second, and so on.
    ///
    /// After `calls` calls, each further call fails without an effect, as after a kill of the process.
    init(
        exchanges: Bool = true,
        before actions: [@Sendable () -> Void] = [],
        dyingAfter calls: Int? = nil
    ) {
        self.exchanges = exchanges
        state = Mutex(State(actions: actions, callsLeft: calls))
    }

    /// Whether a call failed as after a kill of the process.
    var isDead: Bool { state.withLock { $0.callsLeft == -1 } }

    /// The number of actions that did not run.
    var actionsLeft: Int { state.withLock { $0.actions.count } }

    /// Whether every action ran.
    var isDone: Bool { state.withLock { $0.actions.isEmpty } }

    func exchange(_ first: String, _ second: String) throws(SystemError) {
        try live()
        act()
        guard exchanges else { throw SystemError("renameat2", .invalidArgument, path: first) }
        try files.exchange(first, second)
    }

    func rename(_ source: String, toNew target: String) throws(SystemError) {
        try live()
        act()
        guard exchanges else { throw SystemError("renameat2", .invalidArgument, path: source) }
        try files.rename(source, toNew: target)
    }

    private func live() throws(SystemError) {
        let lives = state.withLock { state in
            guard let left = state.callsLeft else { return true }
            state.callsLeft = max(left, 0) - 1
            return left > 0
        }
        guard lives else { throw SystemError("kill", .inputOutput) }
    }

    private func act() {
        let action = state.withLock { $0.actions.isEmpty ? nil : $0.actions.removeFirst() }
        action?()
    }

    func rename(_ source: String, to target: String) throws(SystemError) {
        try live()
        try files.rename(source, to: target)
    }

    func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File {
        try live()
        return try files.open(path, options, mode: mode)
    }

    func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
        try live()
        return try files.status(of: path, followingLinks: followingLinks)
    }

    func removeFile(_ path: String) throws(SystemError) {
        try live()
        try files.removeFile(path)
    }

    func createDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        try files.createDirectory(path, mode: mode)
    }

    func removeDirectory(_ path: String) throws(SystemError) { try files.removeDirectory(path) }

    func setMode(_ path: String, _ mode: UInt32) throws(SystemError) {
        try live()
        try files.setMode(path, mode)
    }

    func setGroup(_ path: String, _ group: UInt32) throws(SystemError) {
        try live()
        try files.setGroup(path, group)
    }

    func names(in path: String) throws(SystemError) -> [String] {
        try live()
        return try files.names(in: path)
    }

    func syncDirectory(_ path: String) throws(SystemError) { try files.syncDirectory(path) }
}
