import JSONCore
public import Synchronization

/// The readable value of one declaration, which is never torn and never waits for a lock.
///
/// Only one thread at a time publishes. A trivial value of at most eight bytes is also stored in one atomic word. Every
/// value is stored in an immutable box, and a publication swaps the pointer to the box. A publisher releases an old box
/// only when no snapshot reads the box and no thread is about to retain it.
@usableFromInline
@safe
final class Cell<Value: Codable & Sendable>: AnyCell, @unchecked Sendable {
    /// Whether the value fits into one atomic word.
    @inlinable @inline(__always)
    static var isWord: Bool { _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<UInt64>.size }

    /// The bytes of the newest value if it fits into a word, or 0.
    @usableFromInline let word: Atomic<UInt64>
    /// The box of the newest value, which this cell retains.
    private let newest: Atomic<UnsafeRawPointer>
    /// The number of threads that are retaining the newest box at this moment.
    private let retainingThreads = Atomic<Int>(0)
    private let fallback: Value

    init(_ declaration: CellDeclaration, _ fallback: Value, in store: CellStore) {
        self.fallback = fallback
        word = Atomic(Cell.word(of: fallback))
        unsafe newest = Atomic(Cell.pointer(to: Box(fallback, 0, announced: 0)))
        super.init(declaration, in: store)
    }

    deinit {
        let box = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
        unsafe box.takeRetainedValue().forgetPrevious()
    }

    /// The value in this thread's snapshot, or the newest value outside of a snapshot.
    @inlinable
    var value: Value {
        if let version = unsafe unownedStore._withUnsafeGuaranteedRef({ $0.versionInSnapshot }) {
            noteRead(through: version)
            return value(asOf: version)
        }
        // Load the mark before the value: the value is then not older than the mark.
        let mark = unread.load(ordering: .acquiring)
        defer { if mark != 0 { noteRead(mark) } }
        guard Cell.isWord else { return takeNewest().value }
        let word = word.load(ordering: .acquiring)
        return unsafe withUnsafeBytes(of: word) { unsafe $0.load(as: Value.self) }
    }

    /// Returns the newest box, retained.
    @usableFromInline
    func takeNewest() -> Box<Value> {
        retainingThreads.add(1, ordering: .sequentiallyConsistent)
        let box = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
            .takeUnretainedValue()
        retainingThreads.subtract(1, ordering: .sequentiallyConsistent)
        return box
    }

    /// The last publication that was announced to observers.
    var announced: UInt64 { newestWhole.announced }

    /// Returns the current box, or nil if `publication` was the last one that was announced.
    func newestBox(since publication: UInt64?) -> Box<Value>? {
        let box = newestWhole
        return box.announced == publication ? nil : box
    }

    /// The newest box whose publication is complete.
    ///
    /// All other values of that publication can be read too.
    private var newestWhole: Box<Value> {
        unsafe unownedStore._withUnsafeGuaranteedRef { $0.withSnapshot { version in withBox(asOf: version) { $0 } } }
    }

    /// Returns the value in a snapshot of publication `version`.
    ///
    /// Call this only inside the snapshot, which keeps the boxes alive.
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

    override func publish(_ json: JSON?, _ version: UInt64) throws -> Bool {
        let value: Value = try json.map { try ValueDecoder.value(of: $0) } ?? fallback
        // The newest pointer's reference becomes the reference of `previous`.
        let old = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .relaxed)).takeRetainedValue()
        let isEqual = Cell.isEqual(old.value, value)
        let box = Box(value, version, announced: isEqual ? old.announced : version)
        box.previous = old
        // Store the word first: a task that sees the new box and then reads the value must not read the old word.
        word.store(Cell.word(of: value), ordering: .releasing)
        unsafe newest.store(Cell.pointer(to: box), ordering: .sequentiallyConsistent)
        return !isEqual
    }

    override func prune(below version: UInt64) -> Bool {
        guard retainingThreads.load(ordering: .sequentiallyConsistent) == 0 else { return false }
        let newest = unsafe Unmanaged<Box<Value>>.fromOpaque(newest.load(ordering: .sequentiallyConsistent))
            .takeUnretainedValue()
        var oldest = newest
        while oldest.version > version, let previous = oldest.previous {
            oldest = previous
        }
        // No snapshot of this version or later reads beyond the oldest box that is kept.
        oldest.forgetPrevious()
        return oldest === newest
    }

    /// Returns whether two values are equal; values that are not `Equatable` never are.
    private static func isEqual(_ left: Value, _ right: Value) -> Bool {
        // The most frequent types need no dynamic cast.
        if isWord {
            let (leftWord, rightWord) = (word(of: left), word(of: right))
            if Value.self == Double.self { return Double(bitPattern: leftWord) == Double(bitPattern: rightWord) }
            if Value.self == Int.self || Value.self == Bool.self { return leftWord == rightWord }
        }
        guard let left = left as? any Equatable else { return false }
        return isEqual(left, to: right)
    }

    private static func isEqual<Left: Equatable>(_ left: Left, to right: Value) -> Bool { left == right as? Left }

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
