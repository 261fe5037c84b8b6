import JSONCore
import Synchronization
import SystemCore
import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a `tuner_client` points to.
@safe
final class Client: @unchecked Sendable {
    /// The parts that a process cannot take over from its parent: they have threads and locks.
    final class Core: Sendable {
        let tuner: Tuner
        let queue: CallbackQueue
        /// The writes that the program does not wait for.
        let posted: PostedWrites
        /// The values by their declaration.
        let declarations = KernelMutex<[Declaration: DeclaredValue]>([:])

        init(_ tuner: Tuner, _ queue: CallbackQueue, _ posted: PostedWrites) {
            (self.tuner, self.queue, self.posted) = (tuner, queue, posted)
        }
    }

    static let shared = Client(TunerOptions(), isPolled: false, isShared: true, onFault: nil)

    private let options: TunerOptions
    let isPolled: Bool
    /// Whether all code of the program shares the client, so that no code frees it.
    let isShared: Bool
    private let onFault: (@Sendable (String) -> Void)?
    /// Changes only in ``revive()``, before `forks` does.
    private nonisolated(unsafe) var core: Core
    /// The fork count of the process that `core` belongs to.
    private let forks: Atomic<UInt32>
    /// The fork count of the newest process whose `core` a thread has begun to create.
    private let begunForks: Atomic<UInt32>
    /// The address of the context of the flags, which a child process reads; 0 for none.
    private let context = Atomic<UInt>(0)
    let keys = KeyTable()
    /// The value that was declared last; each one refers to the one before.
    private let newest = Atomic<UInt>(0)

    init(_ options: TunerOptions, isPolled: Bool, isShared: Bool = false, onFault: (@Sendable (String) -> Void)?) {
        ForkCounting.begin
        self.options = options
        self.isPolled = isPolled
        self.isShared = isShared
        self.onFault = onFault
        forks = unsafe Atomic(forkCount)
        begunForks = unsafe Atomic(forkCount)
        unsafe core = Client.core(options, [], isPolled, onFault)
    }

    private static func core(
        _ options: TunerOptions,
        _ values: [RememberedValue],
        _ isPolled: Bool,
        _ onFault: (@Sendable (String) -> Void)?
    ) -> Core {
        var options = options
        let queue = CallbackQueue(isPolled: isPolled, onFault: onFault)
        let report: @Sendable (String) -> Void = { fault in
            if onFault == nil { printFault(fault) } else { queue.report(fault) }
        }
        options.faultHandler = { report("\($0)") }
        return Core(Tuner(options, continuing: values), queue, PostedWrites(report))
    }

    /// The tuner and the callbacks of this process.
    var live: Core {
        if unsafe forks.load(ordering: .acquiring) != forkCount { revive() }
        return unsafe core
    }

    /// Replaces the context of the flags, in this process and in later child processes.
    func setContext(_ context: FlagContext) {
        live.tuner.context = context
        let box = unsafe UInt(bitPattern: Unmanaged.passRetained(ContextBox(context)).toOpaque())
        releaseContext(self.context.exchange(box, ordering: .acquiringAndReleasing))
    }

    private func releaseContext(_ address: UInt) {
        guard let address = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        unsafe Unmanaged<ContextBox>.fromOpaque(address).release()
    }

    /// Ends everything but the memory of the client itself.
    func close() {
        let core = live
        core.queue.close()
        core.tuner.closeAndWait()
        releaseContext(context.exchange(0, ordering: .acquiringAndReleasing))
        var next = newest.exchange(0, ordering: .acquiringAndReleasing)
        while let value = DeclaredValue.at(next) {
            next = value.previous
            unsafe Unmanaged.passUnretained(value).release()
        }
    }

    /// Keeps a value until the client is closed; the caller has the lock of the declarations.
    func keep(_ value: DeclaredValue) {
        value.previous = newest.load(ordering: .relaxed)
        newest.store(unsafe UInt(bitPattern: Unmanaged.passRetained(value).toOpaque()), ordering: .releasing)
    }

    /// The value that was declared last.
    var newestValue: DeclaredValue? { DeclaredValue.at(newest.load(ordering: .acquiring)) }

    /// Creates another tuner in a child process, and declares all values in it.
    ///
    /// Releases nothing of the parent's tuner, and uses none of its locks: another thread of the parent may have held
    /// one during the fork.
    func revive() {
        let present = unsafe forkCount
        let begun = begunForks.load(ordering: .acquiring)
        let isFirst =
            begun != present
            && begunForks.compareExchange(expected: begun, desired: present, ordering: .acquiringAndReleasing).exchanged
        guard isFirst else {
            while forks.load(ordering: .acquiring) != present { sched_yield() }
            return
        }
        var values: [DeclaredValue] = []
        var next = newestValue
        while let value = next {
            values.append(value)
            next = DeclaredValue.at(value.previous)
        }
        unsafe _ = Unmanaged.passRetained(core)
        let fresh = Client.core(options, values.compactMap(\.remembered), isPolled, onFault)
        if let address = unsafe UnsafeRawPointer(bitPattern: context.load(ordering: .acquiring)) {
            fresh.tuner.context = unsafe Unmanaged<ContextBox>.fromOpaque(address).takeUnretainedValue().context
        }
        for value in values.reversed() { value.move(to: fresh.tuner) }
        fresh.declarations.withLock { known in
            for value in values { known[value.declaration] = value }
        }
        unsafe core = fresh
        forks.store(present, ordering: .releasing)
    }

    private final class ContextBox {
        let context: FlagContext

        init(_ context: FlagContext) { self.context = context }
    }
}

/// Prints a fault of a program that receives none.
private func printFault(_ fault: String) {
    let line = Array("tuner: \(fault)\n".utf8)
    _ = try? Kernel.withStandardError { (stream) throws(SystemError) in try Kernel.write(stream, line.span) }
}
