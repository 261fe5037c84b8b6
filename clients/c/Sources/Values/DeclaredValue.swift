import Synchronization
import TunerClient

/// What a `tuner_value` points to.
@safe
final class DeclaredValue: @unchecked Sendable {
    /// Unowned: the client keeps its values.
    private let unownedClient: Unmanaged<Client>
    /// The key, with a 0 at its end.
    let key: UnsafeMutablePointer<CChar>
    let declaration: Declaration
    /// The address of the value that was declared before, or 0.
    var previous: UInt = 0
    private let declare: @Sendable (Tuner) -> ValueBinding
    /// Changes only in ``move(to:)``.
    private nonisolated(unsafe) var present: (binding: ValueBinding, readers: ValueReaders)
    /// The fork count of the process that `present` belongs to.
    private let forks: Atomic<UInt32>

    init(
        _ declaration: Declaration,
        of client: Client,
        _ tuner: Tuner,
        _ declare: @escaping @Sendable (Tuner) -> ValueBinding
    ) {
        unsafe unownedClient = .passUnretained(client)
        unsafe key = newText(declaration.key)
        self.declaration = declaration
        self.declare = declare
        let binding = declare(tuner)
        unsafe present = (binding, ValueReaders(binding))
        forks = unsafe Atomic(forkCount)
    }

    deinit { unsafe key.deallocate() }

    /// Returns the value at an address, or nil for 0.
    static func at(_ address: UInt) -> DeclaredValue? {
        unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The client of the value.
    var client: Client { unsafe unownedClient.takeUnretainedValue() }

    /// What reads the value in this process.
    @inline(__always)
    var readers: ValueReaders {
        if unsafe forks.load(ordering: .acquiring) != forkCount { client.revive() }
        return unsafe present.readers
    }

    /// The value in this process.
    var binding: ValueBinding {
        if unsafe forks.load(ordering: .acquiring) != forkCount { client.revive() }
        return unsafe present.binding
    }

    /// The last known value, for a tuner that continues another one.
    var remembered: RememberedValue? { unsafe present.binding.erased.remembered }

    /// Declares the value in another tuner, in a child process.
    func move(to tuner: Tuner) {
        // The parent's cell and tuner are never released: that could use a lock.
        unsafe _ = Unmanaged.passRetained(Kept(present.binding))
        let binding = declare(tuner)
        unsafe present = (binding, ValueReaders(binding))
        forks.store(unsafe forkCount, ordering: .releasing)
    }

    private final class Kept {
        let binding: ValueBinding

        init(_ binding: ValueBinding) { self.binding = binding }
    }
}

/// Returns a copy of a string with a 0 at its end, which the caller deallocates.
func newText(_ string: String) -> UnsafeMutablePointer<CChar> {
    unsafe string.withCString { text in
        let count = string.utf8.count + 1
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count)
        unsafe copy.initialize(from: text, count: count)
        return unsafe copy
    }
}
