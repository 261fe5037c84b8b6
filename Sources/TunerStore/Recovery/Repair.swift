internal import JSONCore
internal import SystemCore

/// Repairs one damaged file and keeps the damaged one under another name.
///
/// The repaired file contains the undamaged batches. It replaces the damaged file with one rename, so a crash leaves
/// one or the other.
struct Repair {
    private let files: any FileSystem
    private let directory: String
    private let name: StoreFileName
    private let isMissing: Bool
    private let path: String

    init(_ files: any FileSystem, _ directory: String, _ damage: StoreDamage) {
        self.files = files
        self.directory = directory
        name = damage.name
        isMissing = damage.fault == .missing
        path = damage.path
    }

    func run() throws(StoreError) -> [RecoveryNote] {
        let headers = try AdjacentHeaders(files, directory, of: name)
        var notes: [RecoveryNote] = []
        var reader = isMissing ? nil : try FrameReader(files, directory: directory, name)
        var isGuessed = true
        var header: FileHeader?
        if case .success(let own)? = try reader?.readHeader(), headers.agree(with: own) {
            header = own
            isGuessed = false
        } else {
            header = headers.header(firstBatch: isMissing ? nil : try firstBatch())
        }
        // The header can be derived only from a readable neighbor.
        guard let header else {
            throw .damaged(StoreDamage(path: path, fault: isMissing ? .missing : .header, name: name))
        }
        var copy = try RepairedFile(files, directory, header, isGuessed: isGuessed, through: headers.lastBatch)
        if var reader = reader.take() {
            if isGuessed {
                reader.begin(expecting: header.kind == .journal ? header.batch + 1 : 1)
                _ = try reader.skipDamage()
            }
            try copy.copyIntactBatches(from: &reader)
        }
        notes += try copy.finish()
        if !isMissing { notes.append(try keepDamaged()) }
        try StoreDirectory.put(files, directory, copy.newPath, inPlaceAs: path)
        return notes
    }

    private func firstBatch() throws(StoreError) -> Int? {
        var reader = try FrameReader(files, directory: directory, name)
        while let line = try reader.skipDamage() {
            if case .batch(let number, _, _, _) = line { return number }
        }
        return nil
    }

    /// Copies the damaged file to a free name; a rename would leave its own name without a file for a moment.
    private func keepDamaged() throws(StoreError) -> RecoveryNote {
        let other = try Quarantine.freePath(files, directory, name)
        var window = try FileWindow(files, path)
        let copy = try StoreFile(files, other, [.write, .create, .exclusive])
        while try window.has(1) {
            let count = window.bytes.count
            let offset = window.offset
            try window.bytes.withBytes { (bytes) throws(StoreError) in try copy.write(bytes, at: offset) }
            window.skip(count)
        }
        try copy.sync()
        return .putAside(path: path, as: other)
    }
}
