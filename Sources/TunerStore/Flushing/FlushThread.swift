internal import JSONCore
import Synchronization
package import SystemCore

/// The thread that writes the journal, so that no other thread waits for the disk.
///
/// The submitting thread continues at once. The wakeup signals that there are outcomes to take. All records submitted
/// during a flush form one batch and need one flush. A thread without other work may call `flushHere` instead: then
/// neither thread must be woken.
package final class FlushThread: Sendable {
    private let queue = Mutex(FlushQueue())
    private let bell = Doorbell()
    private let wakeup: Wakeup
    private let thread = Mutex<KernelThread?>(nil)
    /// Whether `close` was called.
    ///
    /// The event loop's last turn may still submit records after it. They are not written: the next start makes the
    /// same changes again.
    private let isClosed = Atomic<Bool>(false)
    /// The journal; the thread that works on it holds the lock.
    private let keeper: Mutex<JournalWorker?>

    /// Creates the thread's state without starting it; `wakeup` is signalled whenever there are outcomes.
    ///
    /// `isRenewing` means that the journal could not begin its file, so beginning one is retried.
    package init(
        _ journal: consuming Journal,
        wakeup: Wakeup,
        clocks: Clocks = .kernel,
        isRenewing: Bool = false
    ) {
        self.wakeup = wakeup
        keeper = Mutex(JournalWorker(journal, clocks, isRenewing: isRenewing))
    }

    /// Starts the thread unless it runs already; `submit` and `wake` also start it.
    package func start() throws(SystemError) {
        try thread.withLock { (thread) throws(SystemError) in
            if thread == nil { thread = try KernelThread { [self] in keep() } }
        }
    }

    /// Adds whole lines to the next batch and returns the ticket that their outcome will contain.
    package func submit(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        let ticket = add(records, count: count, revision: revision)
        wake()
        return ticket
    }

    /// Adds whole lines like `submit`, but does not wake the thread: call `wake` or `flushHere` later.
    package func add(_ records: Span<UInt8>, count: Int, revision: Int64) -> Int {
        queue.withLock { $0.submit(records, count: count, revision: revision) }
    }

    /// Does all waiting work on the calling thread and returns true, or returns false and does nothing.
    ///
    /// The function does nothing while the flush thread is working, or if the last work was slow. After it returns
    /// true, outcomes may be ready, and the wakeup is not signalled for them.
    package func flushHere() -> Bool {
        let rest = keeper.withLockIfAvailable { keeper -> Bool? in
            guard keeper?.isQuick == true else { return nil }
            while let work = queue.withLock({ $0.nextWork() }) { perform(work, &keeper) }
            return keeper?.wantsRest
        }
        guard let wantsRest = rest ?? nil else { return false }
        if wantsRest { bell.ring() }
        return true
    }

    /// Begins a new journal for a snapshot, after everything submitted so far.
    package func rotate() {
        queue.withLock { $0.rotate() }
        wake()
        wakeup.signal()
    }

    /// If the journal has failed, tries at once to begin a new file; the wakeup is signalled after the attempt.
    package func renew() {
        queue.withLock { $0.renew() }
        wake()
    }

    /// Removes and returns all outcomes in order; only the submitting thread may call it.
    package func takeOutcomes() -> [FlushOutcome] { queue.withLock { $0.takeOutcomes() } }

    /// Writes everything that waits, closes the journal and returns after that; the last outcome is `closed`.
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

    /// Wakes the thread to do the waiting work.
    package func wake() {
        guard !isClosed.load(ordering: .relaxed) else { return }
        do throws(SystemError) {
            try start()
            bell.ring()
        } catch {
            // The next submission tries to start the thread again.
            queue.withLock { $0.fail(.failed(error, path: "the thread that writes"), isCertain: true) }
            wakeup.signal()
        }
    }
}

// MARK: - The work loop

extension FlushThread {
    private func keep() {
        while case .until(let deadline) = work() {
            // Do not spin before sleeping: spinning would take processor time from the clients.
            bell.wait(until: deadline)
        }
    }

    private enum Pause {
        /// Until work is submitted, or until this time at the latest.
        case until(MonotonicTime?)
        case forEver
    }

    /// Does all waiting work, and returns how long to sleep after it.
    private func work() -> Pause {
        keeper.withLock { keeper in
            while keeper != nil {
                guard let work = queue.withLock({ $0.nextWork() }) else {
                    report(keeper?.rest() ?? [])
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

    /// Waits so that more records join the next batch.
    ///
    /// Only journals whose responses do not wait for the disk linger. Each wake and each write costs as much as a
    /// hundred records in one batch.
    private static func linger() {
        // An error only makes the wait shorter, so ignore it.
        try? Kernel.sleep(for: .milliseconds(1))
    }

    private func perform(_ work: FlushWork, _ keeper: inout JournalWorker?) {
        var report = JournalWorker.Report()
        if work == .close, let outcome = keeper.take()?.close() {
            report.before = [outcome]
        } else if let done = keeper?.perform(work) {
            report = done
        }
        queue.withLock { queue in
            for outcome in report.before { queue.report(outcome) }
            if let failure = report.failure { queue.fail(failure.error, isCertain: failure.isCertain) }
            for outcome in report.after { queue.report(outcome) }
        }
    }

    private func report(_ outcomes: [FlushOutcome]) {
        guard !outcomes.isEmpty else { return }
        queue.withLock { queue in
            for outcome in outcomes { queue.report(outcome) }
        }
        wakeup.signal()
    }
}
