/// The content of a file in two states: as programs see it and as it may be on disk.
///
/// A sector is written completely or not at all. Sizes reach the disk in order. A change after a truncation can be on
/// disk only if the truncation is, because the file system allocates new blocks.
struct SimulatedFile {
    private(set) var content: [UInt8] = []
    private var onDisk: [UInt8] = []
    private var changes: [Change] = []

    static let sectorSize = 512

    private struct Change {
        enum Effect {
            /// The touched sectors with their content after the write, because the kernel writes whole sectors.
            case write(sectors: [(start: Int, bytes: ArraySlice<UInt8>)], size: Int)
            case resize(from: Int, to: Int)
        }

        enum Fate {
            case pending
            /// A sync of the change has failed, and later syncs ignore the change.
            case doubtful
            /// A sync of the change has succeeded, but `onDisk` lacks the change while any other change is doubtful.
            case certain
        }

        let effect: Effect
        var fate: Fate
    }

    init() {}

    init(content: [UInt8]) {
        self.content = content
        onDisk = content
    }

    mutating func write(_ bytes: some Collection<UInt8>, at offset: Int) {
        guard !bytes.isEmpty else { return }
        let end = offset + bytes.count
        if content.count < end { content.setSize(end) }
        content.replaceSubrange(offset..<end, with: bytes)
        let first = offset / Self.sectorSize * Self.sectorSize
        let sectors = stride(from: first, to: end, by: Self.sectorSize).map { start in
            (start: start, bytes: content[start..<min(start + Self.sectorSize, content.count)])
        }
        changes.append(Change(effect: .write(sectors: sectors, size: content.count), fate: .pending))
    }

    mutating func resize(to size: Int) {
        changes.append(Change(effect: .resize(from: content.count, to: size), fate: .pending))
        content.setSize(size)
    }

    mutating func sync() {
        for index in changes.indices where changes[index].fate == .pending { changes[index].fate = .certain }
        guard changes.allSatisfy({ $0.fate == .certain }) else { return }
        var everything = CrashChooser(.everything)
        onDisk = image(&everything)
        changes = []
    }

    mutating func failSync() {
        for index in changes.indices where changes[index].fate == .pending { changes[index].fate = .doubtful }
    }

    /// What a crash now leaves.
    func image(_ chooser: inout CrashChooser) -> [UInt8] {
        let certain = changes.lastIndex { $0.fate == .certain }.map { $0 + 1 } ?? 0
        let sizesApplied = chooser.cut(in: certain...changes.count)
        var disk = onDisk
        var size = onDisk.count
        for (index, change) in changes.enumerated() {
            switch change.effect {
            case .write(let sectors, let newSize):
                for sector in sectors where change.fate == .certain || chooser.keeps() {
                    let end = sector.start + sector.bytes.count
                    if disk.count < end { disk.setSize(end) }
                    disk.replaceSubrange(sector.start..<end, with: sector.bytes)
                }
                if index < sizesApplied { size = newSize }
            case .resize(let oldSize, let newSize):
                if index < sizesApplied {
                    if newSize < disk.count { disk.setSize(newSize) }
                    size = newSize
                } else if newSize < oldSize {
                    disk.setSize(size)
                    return disk
                }
            }
        }
        disk.setSize(size)
        return disk
    }
}

extension [UInt8] {
    fileprivate mutating func setSize(_ size: Int) {
        if size < count { removeLast(count - size) } else { self += [UInt8](repeating: 0, count: size - count) }
    }
}
