import FlagEngine
import LoopCore
import RPCCore
import StateCore
import SystemCore

/// Loads the flags file into the state at the start and whenever the file has changed.
///
/// The start waits for the first load. Later, a thread reads the file and prepares the flags, and the event loop
/// installs them in one step. The watch checks the file's status each second, which takes a microsecond. Change
/// notifications from the kernel have disadvantages:
/// - Each directory and link on the path needs its own notification.
/// - A notification is lost when its directory is replaced.
/// - Network file systems send none.
final class FlagsFileWatch: EventSource {
    private let file: FlagsFile
    private let states: StateVersions
    private let writer: StateWriter
    private let publisher: ServerPublisher
    private let loop: EventLoop
    private let clock: Clocks
    private let wakeup: Wakeup
    /// The load in progress; nil if there is none.
    private var thread: FlagsFileThread?
    /// Whether the event loop runs; until then, every load is done at once.
    private var isServing = false
    /// Whether the last flags must be installed again after the load in progress.
    private var mustReload = false
    /// How often flags were prepared in vain, because the state had changed too much in the meantime.
    private var attempts = 0
    private static let maxAttempts = 3

    /// Reads the file, and checks it each second from now on.
    init(
        _ file: FlagsFile,
        _ states: StateVersions,
        _ writer: StateWriter,
        _ publisher: ServerPublisher,
        on loop: EventLoop,
        clock: Clocks
    ) throws(SystemError) {
        self.file = file
        self.states = states
        self.writer = writer
        self.publisher = publisher
        self.loop = loop
        self.clock = clock
        wakeup = try Wakeup()
        try loop.add(wakeup.descriptor, source: self, interest: .readable)
        check()
        scheduleRecheck()
    }

    private func scheduleRecheck() {
        loop.schedule(after: .seconds(1)) { [unowned self] in
            recheck()
            scheduleRecheck()
        }
    }

    /// Loads the file on a thread if it may have changed, unless a load is in progress.
    ///
    /// A change during a load changes the file's status, so that the next check finds it.
    func recheck() {
        isServing = true
        guard thread == nil else { return }
        check()
    }

    private func check() {
        do throws(SystemError) {
            if let load = try file.neededLoad(at: clock.wall(), for: states.newestState) {
                begin(load)
            }
        } catch {
            notify(file.noteUnreadable(error))
        }
    }

    /// Installs the last flags again, after a pending state that had them was dropped: no journal stores them.
    func reload() {
        guard thread == nil else {
            mustReload = true
            return
        }
        begin(.prepare(file.flags, states.newestState.withFlagsOnly, discarded: nil))
    }

    /// Takes the outcome of the load.
    func ready(_ readiness: Readiness) {
        wakeup.drain()
        guard let outcome = thread?.takeOutcome() else { return }
        thread = nil
        finish(outcome)
        if mustReload, thread == nil {
            mustReload = false
            reload()
        }
    }

    private func begin(_ load: FlagsFileLoad) {
        if isServing, let thread = try? FlagsFileThread(load, wakeup: wakeup) {
            self.thread = thread
        } else {
            finish(load.run().0)
        }
    }

    private func finish(_ outcome: FlagsFileOutcome) {
        switch outcome {
        case .unreadable(let error): notify(file.noteUnreadable(error))
        case .unchanged: notify(file.noteUnchanged())
        case .faulty(let text, let fault): notify(file.noteFaulty(text, fault))
        case .prepared(let prepared): install(prepared)
        case .read(let text, let prepared, let faults):
            install(prepared)
            notify(file.note(text, prepared.definitions, faults))
        }
    }

    private func install(_ prepared: PreparedFileFlags) {
        guard !writer.install(prepared) else {
            attempts = 0
            return
        }
        attempts += 1
        let state = states.newestState.withFlagsOnly
        guard attempts < FlagsFileWatch.maxAttempts else {
            attempts = 0
            _ = writer.install(PreparedFileFlags(prepared.definitions, for: state))
            return
        }
        begin(.prepare(prepared.definitions, state, discarded: prepared))
    }

    private func notify(_ hasChanged: Bool) {
        if hasChanged { publisher.recheck() }
    }
}
