import JSONCore
import SystemCore

/// A declaration, which finds its cell in the tuner that the present task shares.
///
/// A declaration that names its tuner always has the cell of that tuner.
@usableFromInline
final class DeclarationOrigin<Value: Codable & Sendable>: Sendable {
    /// The cell of a declaration in one tuner.
    struct Binding: Sendable {
        let tuner: Tuner
        let cell: Cell<Value>
        let index: Int
    }

    /// A binding that does not keep its tuner.
    private struct LastBinding: Sendable {
        weak var tuner: Tuner?
        let cell: Cell<Value>
        let index: Int
    }

    /// The binding to the tuner that was named, or that was `Tuner.shared` when the declaration was created.
    let home: Binding
    /// The declaration for other tuners; nil if the program named the tuner.
    private let declaration: CellDeclaration?
    private let fallback: Value
    private let last = KernelMutex<LastBinding?>(nil)

    init(_ declaration: CellDeclaration, _ fallback: Value, on tuner: Tuner?) {
        let named = tuner ?? .shared
        let (cell, index): (Cell<Value>, Int) = named.declare(declaration, fallback)
        home = Binding(tuner: named, cell: cell, index: index)
        self.declaration = tuner == nil ? declaration : nil
        self.fallback = fallback
    }

    /// The binding to the tuner that this task shares.
    ///
    /// Outside of `withShared`, as in a detached task, it is the home. The tuner of a test that has ended is no home.
    var current: Binding {
        guard let declaration, home.cell.isReplaceable else { return home }
        let tuner = Tuner.replacement ?? (home.tuner.hasTestEnded ? .shared : home.tuner)
        guard tuner !== home.tuner else { return home }
        if let last = last.withLock({ $0 }), last.tuner === tuner {
            return Binding(tuner: tuner, cell: last.cell, index: last.index)
        }
        let (cell, index): (Cell<Value>, Int) = tuner.declare(declaration, fallback)
        last.withLock { $0 = LastBinding(tuner: tuner, cell: cell, index: index) }
        return Binding(tuner: tuner, cell: cell, index: index)
    }

    /// The value in the tuner that this task shares, tracked by `withObservationTracking`.
    @usableFromInline var observedValue: Value {
        let binding = current
        binding.cell.noteAccess()
        return withExtendedLifetime(binding.tuner) { binding.cell.value }
    }

    /// The value in the tuner that this task shares.
    @usableFromInline var unobservedValue: Value {
        let binding = current
        return withExtendedLifetime(binding.tuner) { binding.cell.value }
    }
}
