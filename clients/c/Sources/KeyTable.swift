import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The values that the functions with a key have declared, by kind and key.
///
/// A search neither allocates nor waits. One thread at a time may insert. A table that has become too small stays in
/// memory, because another thread may search in it.
@safe
final class KeyTable: @unchecked Sendable {
    /// The functions that declare values by their keys.
    enum Kind: UInt8 {
        case number, integer, boolean, string, flag
    }

    @safe
    private struct Slot: ~Copyable {
        /// The address of the value, which is stored last, or 0 for a free slot.
        let value = Atomic<UInt>(0)
        var hash: UInt64 = 0
        var length = 0
        var key: UnsafePointer<CChar>?
        var kind = Kind.number
    }

    @safe
    private final class Table {
        let slots: UnsafeMutablePointer<Slot>
        let mask: Int
        let smaller: Table?

        init(_ count: Int, smaller: Table?) {
            unsafe slots = .allocate(capacity: count)
            for index in 0..<count { unsafe (slots + index).initialize(to: Slot()) }
            mask = count - 1
            self.smaller = smaller
        }

        deinit {
            unsafe slots.deinitialize(count: mask + 1)
            unsafe slots.deallocate()
        }
    }

    private let newest: Atomic<UInt>
    private var count = 0

    init() {
        newest = unsafe Atomic(UInt(bitPattern: Unmanaged.passRetained(Table(64, smaller: nil)).toOpaque()))
    }

    deinit { unsafe Unmanaged<Table>.fromOpaque(address).release() }

    private var address: UnsafeRawPointer {
        guard let address = unsafe UnsafeRawPointer(bitPattern: newest.load(ordering: .acquiring)) else {
            preconditionFailure("there is always a table")
        }
        return unsafe address
    }

    /// Returns the value with a key of a kind.
    @inline(__always)
    func find(_ key: UnsafePointer<CChar>, _ kind: Kind) -> Unmanaged<DeclaredValue>? {
        let length = unsafe strlen(key)
        let hash = unsafe KeyTable.hash(key, length, kind)
        return unsafe Unmanaged<Table>.fromOpaque(address)._withUnsafeGuaranteedRef { table in
            var index = Int(truncatingIfNeeded: hash) & table.mask
            while true {
                let slot = unsafe table.slots + index
                guard let value = unsafe UnsafeRawPointer(bitPattern: slot.pointee.value.load(ordering: .acquiring))
                else {
                    return nil
                }
                if unsafe slot.pointee.hash == hash, unsafe slot.pointee.length == length,
                    unsafe slot.pointee.kind == kind, let known = unsafe slot.pointee.key,
                    unsafe memcmp(known, key, length) == 0
                {
                    return unsafe Unmanaged.fromOpaque(value)
                }
                index = (index + 1) & table.mask
            }
        }
    }

    /// Inserts a value, whose key is not in the table.
    func insert(_ value: DeclaredValue, _ kind: Kind) {
        var table = unsafe Unmanaged<Table>.fromOpaque(address).takeUnretainedValue()
        if count * 2 > table.mask {
            let larger = Table((table.mask + 1) * 2, smaller: table)
            for index in 0...table.mask {
                let slot = unsafe table.slots + index
                let address = unsafe slot.pointee.value.load(ordering: .relaxed)
                if address != 0 {
                    unsafe KeyTable.put(address, slot.pointee.key, slot.pointee.kind, larger)
                }
            }
            // The larger table has the reference to the smaller one.
            unsafe Unmanaged.passUnretained(table).release()
            newest.store(unsafe UInt(bitPattern: Unmanaged.passRetained(larger).toOpaque()), ordering: .releasing)
            table = larger
        }
        let key = unsafe UnsafePointer(value.key)
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(value).toOpaque())
        unsafe KeyTable.put(address, key, kind, table)
        count += 1
    }

    private static func put(_ value: UInt, _ key: UnsafePointer<CChar>?, _ kind: Kind, _ table: Table) {
        guard let key = unsafe key else { return }
        let length = unsafe strlen(key)
        let hash = unsafe hash(key, length, kind)
        var index = Int(truncatingIfNeeded: hash) & table.mask
        while unsafe table.slots[index].value.load(ordering: .relaxed) != 0 { index = (index + 1) & table.mask }
        unsafe (table.slots[index].hash, table.slots[index].length) = (hash, length)
        unsafe (table.slots[index].key, table.slots[index].kind) = (key, kind)
        unsafe table.slots[index].value.store(value, ordering: .releasing)
    }

    /// Returns a hash of a key and a kind, from eight bytes at a time.
    @inline(__always)
    private static func hash(_ key: UnsafePointer<CChar>, _ length: Int, _ kind: Kind) -> UInt64 {
        let bytes = unsafe UnsafeRawPointer(key)
        var hash = UInt64(truncatingIfNeeded: length) << 8 ^ UInt64(kind.rawValue)
        var offset = 0
        while offset + 8 <= length {
            hash = unsafe mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < length {
            rest = unsafe rest << 8 | UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
        return mixed(hash ^ rest)
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value &* 0x9e37_79b9_7f4a_7c15
        return product ^ (product >> 32)
    }
}
