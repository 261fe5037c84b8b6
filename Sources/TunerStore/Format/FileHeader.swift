internal import JSONCore

/// The first line of a journal or a snapshot.
package struct FileHeader: Hashable, Sendable {
    /// Which file it is the first line of.
    package var kind: StoreFileName.Kind
    package var number: Int
    /// Names the state; another one means another state.
    package var epoch: String
    /// No revision up to this one may be given again, whatever the records say.
    package var revision: Int64
    /// The last batch that counts of all before this file: 0 for none.
    package var batch: Int
    /// How the batches of this journal reach the disk.
    package var durability: Durability

    package init(
        kind: StoreFileName.Kind,
        number: Int,
        epoch: String,
        revision: Int64,
        batch: Int,
        durability: Durability
    ) {
        self.kind = kind
        self.number = number
        self.epoch = epoch
        self.revision = revision
        self.batch = batch
        self.durability = durability
    }

    var name: StoreFileName { StoreFileName(kind, number) }
}

// MARK: - Spelling

extension FileHeader {
    /// Why a first line is none of ours.
    enum Fault: Error, Hashable {
        case damaged
        case newer(Int64)
    }

    private static func format(of kind: StoreFileName.Kind) -> String { "tuner \(kind.rawValue)" }

    func append(to buffer: inout ByteBuffer) {
        let start = buffer.count
        buffer.append("{\"format\":")
        buffer.append(jsonString: Self.format(of: kind))
        buffer.append(",\"version\":")
        buffer.append(decimal: StoreFormat.version)
        buffer.append(",\"number\":")
        buffer.append(decimal: Int64(number))
        buffer.append(",\"epoch\":")
        buffer.append(jsonString: epoch)
        buffer.append(",\"revision\":")
        buffer.append(decimal: revision)
        buffer.append(",\"batch\":")
        buffer.append(decimal: Int64(batch))
        buffer.append(",\"durability\":")
        buffer.append(jsonString: durability.rawValue)
        let nothing: [UInt8] = []
        buffer.appendSeal(from: start, covering: nothing.span)
    }

    /// Reads a whole line with its newline.
    init(line: Span<UInt8>, of kind: StoreFileName.Kind) throws(Fault) {
        guard line.count > StoreFormat.sealedLength else { throw .damaged }
        let sealed = line.count - StoreFormat.sealedLength
        var cursor = LineCursor(place: sealed)
        let covered = line.extracting(0..<sealed)
        guard let checksum = cursor.takeSeal(in: line), checksum == CRC32C.checksum(of: covered),
            case .object(let members)? = try? JSON.parse(line),
            case .string(let format) = members["format"], format == Self.format(of: kind),
            case .integer(let version) = members["version"], version > 0
        else { throw .damaged }
        // What a newer one says beyond this, only it knows.
        guard version <= StoreFormat.version else { throw .newer(version) }
        guard case .integer(let number) = members["number"], number > 0,
            case .string(let epoch) = members["epoch"],
            case .integer(let revision) = members["revision"], revision >= 0,
            case .integer(let batch) = members["batch"], batch >= 0, batch < Int64.max,
            case .string(let word) = members["durability"], let durability = Durability(rawValue: word)
        else { throw .damaged }
        self.init(
            kind: kind,
            number: Int(number),
            epoch: epoch,
            revision: revision,
            batch: Int(batch),
            durability: durability
        )
    }
}
