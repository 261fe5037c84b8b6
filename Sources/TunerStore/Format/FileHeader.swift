internal import JSONCore

/// The first line of a journal or a snapshot.
package struct FileHeader: Hashable, Sendable {
    package var kind: StoreFileName.Kind
    package var number: Int
    /// The identifier of the state; revisions of two epochs cannot be compared.
    package var epoch: String
    /// The highest revision in use when the file was begun, which may be higher than those of all records.
    ///
    /// New commits must have higher revisions.
    package var revision: Int64
    /// The last committed batch of all files before this one; 0 if there is none.
    package var batch: Int
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

// MARK: - Text

extension FileHeader {
    /// The reason why a first line cannot be used.
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

    /// Creates a header from a whole line with its newline.
    init(line: Span<UInt8>, of kind: StoreFileName.Kind) throws(Fault) {
        guard line.count > StoreFormat.sealedLength else { throw .damaged }
        let sealed = line.count - StoreFormat.sealedLength
        var cursor = LineCursor(position: sealed)
        let covered = line.extracting(0..<sealed)
        guard let checksum = cursor.readSeal(in: line), checksum == CRC32C.checksum(of: covered),
            case .object(let members)? = try? JSON.parse(line),
            case .string(let format) = members["format"], format == Self.format(of: kind),
            case .integer(let version) = members["version"], version > 0
        else { throw .damaged }
        // A newer version may use other members, so check the version before them.
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
