import JSONCore
public import Synchronization

/// Where a value stands for those who read it: never torn, never waited for.
///
/// One thread at a time publishes. What fits into a word is read in one access. Everything is besides in a box that never
/// changes, and the pointer to it is exchanged; an old box lives until nobody can be about to take hold of it.
@usableFromInline
@safe
final class Cell<Value: Codable & Sendable>: AnyCell, @unchecked Sendable {
    /// Whether a value is read in one access.
    @inlinable @inline(__always)
    static var isWord: Bool { _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<UInt64>.size }

    /// The bytes of what was published last, where they fit.
    @usableFromInline let word: Atomic<UInt64>
    /// The box of what was published last, which this cell owns.
    private let newest: Atomic<UnsafeRawPointer>
    /// How many are just taking hold of the newest box.
    private let takers = Atomic<Int>(0)
    private let fallback: Value

    init(_ declaration: CellDeclaration, _ fallback: Value, in store: Store) {
        self.fallback = fallback
        word = Atomic(Cell.word(of: fallback))
        unsafe newest = Atomic(Cell.pointer(to: Box(fallback, 0)))
        super.init(declaration, in: store)
    }

    deinit {
        let box = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
        unsafe box.takeRetainedValue().forgetPrevious()
    }

    /// The value: as of the snapshot that this thread looks at, else the newest.
    @inlinable
    var value: Value {
        if let version = unsafe unownedStore._withUnsafeGuaranteedRef({ $0.versionInSnapshot }) {
            return value(asOf: version)
        }
        guard Cell.isWord else { return takeNewest().value }
        let word = word.load(ordering: .acquiring)
        return unsafe withUnsafeBytes(of: word) { unsafe $0.load(as: Value.self) }
    }

    /// Holds the newest box.
    @usableFromInline
    func takeNewest() -> Box<Value> {
        takers.add(1, ordering: .sequentiallyConsistent)
        let box = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
            .takeUnretainedValue()
        takers.subtract(1, ordering: .sequentiallyConsistent)
        return box
    }

    /// Which publication it is that counts, for who waits for another one.
    var version: UInt64 { newestWhole.version }

    /// What is new to somebody who has seen a publication.
    func news(since seen: UInt64?) -> Box<Value>? {
        let box = newestWhole
        return box.version == seen ? nil : box
    }

    /// The newest of which all that was published with it is there: who is told of it finds the others of that moment too.
    private var newestWhole: Box<Value> {
        unsafe unownedStore._withUnsafeGuaranteedRef { $0.withSnapshot { version in withBox(asOf: version) { $0 } } }
    }

    /// What counted when a snapshot began, which this thread looks at: it keeps all boxes.
    @usableFromInline
    func value(asOf version: UInt64) -> Value { withBox(asOf: version) { $0.value } }

    @inline(__always)
    private func withBox<Result>(asOf version: UInt64, _ body: (Box<Value>) -> Result) -> Result {
        unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
            ._withUnsafeGuaranteedRef { newest in
                guard newest.version > version else { return body(newest) }
                var box = newest
                while box.version > version, let previous = box.previous {
                    box = previous
                }
                return body(box)
            }
    }

    override func publish(_ json: JSON?, _ version: UInt64) throws {
        let box = Box(try json.map { try ValueDecoder.value(of: $0) } ?? fallback, version)
        let old = unsafe newest.load(ordering: .relaxed)
        box.previous = unsafe Unmanaged<Box<Value>>.fromOpaque(old).takeRetainedValue()
        // The word first: who was told of this box, and looks at the value then, must not find the one before.
        word.store(Cell.word(of: box.value), ordering: .releasing)
        unsafe newest.store(Cell.pointer(to: box), ordering: .sequentiallyConsistent)
    }

    override func prune(below version: UInt64) -> Bool {
        guard takers.load(ordering: .sequentiallyConsistent) == 0 else { return false }
        let newest = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
            .takeUnretainedValue()
        var oldest = newest
        while oldest.version > version, let previous = oldest.previous {
            oldest = previous
        }
        // Whoever may look at an older one than the newest stops here at the latest.
        oldest.forgetPrevious()
        return oldest === newest
    }

    private static func pointer(to box: Box<Value>) -> UnsafeRawPointer {
        unsafe UnsafeRawPointer(Unmanaged.passRetained(box).toOpaque())
    }

    private static func word(of value: Value) -> UInt64 {
        guard isWord else { return 0 }
        var word: UInt64 = 0
        unsafe withUnsafeBytes(of: value) { bytes in
            unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.copyMemory(from: bytes) }
        }
        return word
    }
}
