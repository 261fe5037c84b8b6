internal import JSONCore
import Synchronization
package import SystemCore

/// The thread that writes the journal, so that no other waits for a disk.
///
/// Whoever has changes submits them and goes on; the wakeup tells when there are outcomes to take. What comes while a
/// flush is under way is one batch and waits for one flush, however much it is. Who has nothing else to do meanwhile may do
/// the thread's work itself, and saves both from being woken.
package final class FlushThread: Sendable {
    private let queue = Mutex(FlushQueue())
    private let bell = Doorbell()
    private let wakeup: Wakeup
    private let thread = Mutex<KernelThread?>(nil)
    /// Whether all is over: the rest of the loop's last turn may still submit what a start does again.
    private let isClosed = Atomic<Bool>(false)
    /// Held by whoever is at work.
    private let keeper: Mutex<JournalKeeper?>

    /// Signals `wakeup` whenever there are outcomes; where the journal could not begin its file, that `isRenewing`.
    package init(
        _ journal: consuming Journal,
        wakeup: Wakeup,
        clocks: Clocks = .kernel,
        isRenewing: Bool = false
    ) {
        self.wakeup = wakeup
        keeper = Mutex(JournalKeeper(journal, clocks, isRenewing: isRenewing))
    }

    /// Starts the thread, unless it was started; what is submitted does so too.
    package func start() throws(SystemError) {
        try thread.withLock { (thread) throws(SystemError) in
            if thread == nil { thread = try KernelThread { [self] in keep() } }
        }
    }

    /// Adds whole lines to the batch that is written next; answers the ticket by which their outcome is told.
    package func submit(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        let ticket = add(records, count: count, revision: revision)
        wake()
        return ticket
    }

    /// The same, but that nobody begins to write before `wake` or `flushHere`.
    package func add(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        queue.withLock { $0.submit(records, count: count, revision: revision) }
    }

    /// Does what waits on the thread that asks, unless it may take long; answers whether there are outcomes to take.
    package func flushHere() -> Bool {
        let rest = keeper.withLockIfAvailable { keeper -> Bool? in
            guard keeper?.isQuick == true else { return nil }
            while let work = queue.withLock({ $0.takeWork() }) { perform(work, &keeper) }
            return keeper?.wantsRest
        }
        guard let wantsRest = rest ?? nil else { return false }
        if wantsRest { bell.ring() }
        return true
    }

    /// Has a new journal begun behind everything submitted so far, for a snapshot.
    package func rotate() {
        queue.withLock { $0.rotate() }
        wake()
        wakeup.signal()
    }

    /// Has a journal that has failed begun anew now, and not only when it is time; the wakeup tells that it was tried.
    package func renew() {
        queue.withLock { $0.renew() }
        wake()
    }

    /// What there is to tell, in its order; to be called by the thread that submits.
    package func takeOutcomes() -> [FlushOutcome] { queue.withLock { $0.takeOutcomes() } }

    /// Has everything written, the orderly end too, and waits for it; the last outcome is `closed`.
    package func close() {
        isClosed.store(true, ordering: .relaxed)
        queue.withLock { $0.close() }
        bell.ring()
        if let started = thread.withLock({ $0.take() }) {
            started.join()
        } else {
            keep()
        }
    }

    /// Has the thread do what waits.
    package func wake() {
        guard !isClosed.load(ordering: .relaxed) else { return }
        do throws(SystemError) {
            try start()
            bell.ring()
        } catch {
            // The next that is submitted tries again.
            queue.withLock { $0.fail(.failed(error, path: "the thread that writes"), isCertain: true) }
            wakeup.signal()
        }
    }
}

// MARK: - At work

extension FlushThread {
    private func keep() {
        while case .until(let deadline) = work() {
            // It does not look for more before it sleeps: that would keep a processor from the clients.
            bell.wait(until: deadline)
        }
    }

    private enum Pause {
        /// Until more is submitted, or until this moment.
        case until(MonotonicTime?)
        case forEver
    }

    /// Does all there is to do.
    private func work() -> Pause {
        keeper.withLock { keeper in
            while keeper != nil {
                guard let work = queue.withLock({ $0.takeWork() }) else {
                    tell(keeper?.rest() ?? [])
                    guard queue.withLock({ $0.hasWork }) else { return .until(keeper?.deadline) }
                    continue
                }
                perform(work, &keeper)
                wakeup.signal()
                if keeper?.durability != .sync { Self.linger() }
            }
            return .forEver
        }
    }

    /// Lets more come while nobody waits: each wake and each write costs as much as a hundred batches in one.
    private static func linger() {
        // Cut short by nothing but a fault in the time, which is none.
        try? Kernel.sleep(for: .milliseconds(1))
    }

    private func perform(_ work: FlushWork, _ keeper: inout JournalKeeper?) {
        var report = JournalKeeper.Report()
        if work == .close, let outcome = keeper.take()?.close() {
            report.before = [outcome]
        } else if let done = keeper?.perform(work) {
            report = done
        }
        queue.withLock { queue in
            for outcome in report.before { queue.tell(outcome) }
            if let failure = report.failure { queue.fail(failure.error, isCertain: failure.isCertain) }
            for outcome in report.after { queue.tell(outcome) }
        }
    }

    private func tell(_ outcomes: [FlushOutcome]) {
        guard !outcomes.isEmpty else { return }
        queue.withLock { queue in
            for outcome in outcomes { queue.tell(outcome) }
        }
        wakeup.signal()
    }
}
