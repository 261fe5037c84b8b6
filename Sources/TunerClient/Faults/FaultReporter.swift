import SystemCore

/// Passes faults to the current handler; any thread may call it.
final class FaultReporter: Sendable {
    private let handler: KernelMutex<@Sendable (TunerFault) -> Void>

    init(_ handler: @escaping @Sendable (TunerFault) -> Void) {
        self.handler = KernelMutex(handler)
    }

    func report(_ fault: TunerFault) {
        handler.withLock { $0 }(fault)
    }

    func replace(_ handler: @escaping @Sendable (TunerFault) -> Void) {
        self.handler.withLock { $0 = handler }
    }
}
