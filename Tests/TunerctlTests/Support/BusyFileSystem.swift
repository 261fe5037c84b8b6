import Synchronization
import SystemCore

/// The machine's files, between whose operations other programs do something.
final class BusyFileSystem: FileSystem {
    private struct State {
        var actions: [@Sendable () -> Void] = []
    }

    private let files = KernelFileSystem()
    private let exchanges: Bool
    private let state: Mutex<State>

    /// Does the first action before the first call that would put a file in its place, the next before the next.
    init(
        exchanges: Bool = true,
        before actions: [@Sendable () -> Void] = []
    ) {
        self.exchanges = exchanges
        state = Mutex(State(actions: actions))
    }

    /// Whether every action was done.
    var isDone: Bool { state.withLock { $0.actions.isEmpty } }

    func exchange(_ first: String, _ second: String) throws(SystemError) {
        act()
        guard exchanges else { throw SystemError("renameat2", .invalidArgument, path: first) }
        try files.exchange(first, second)
    }

    func rename(_ source: String, toNew target: String) throws(SystemError) {
        act()
        guard exchanges else { throw SystemError("renameat2", .invalidArgument, path: source) }
        try files.rename(source, toNew: target)
    }

    private func act() {
        let action = state.withLock { $0.actions.isEmpty ? nil : $0.actions.removeFirst() }
        action?()
    }

    func rename(_ source: String, to target: String) throws(SystemError) { try files.rename(source, to: target) }

    func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File {
        try files.open(path, options, mode: mode)
    }

    func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
        try files.status(of: path, followingLinks: followingLinks)
    }

    func removeFile(_ path: String) throws(SystemError) { try files.removeFile(path) }

    func createDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        try files.createDirectory(path, mode: mode)
    }

    func removeDirectory(_ path: String) throws(SystemError) { try files.removeDirectory(path) }

    func setMode(_ path: String, _ mode: UInt32) throws(SystemError) { try files.setMode(path, mode) }

    func setGroup(_ path: String, _ group: UInt32) throws(SystemError) { try files.setGroup(path, group) }

    func names(in path: String) throws(SystemError) -> [String] { try files.names(in: path) }

    func syncDirectory(_ path: String) throws(SystemError) { try files.syncDirectory(path) }
}
