import JSONCore
import SourceEngine

/// A document that the editor has open.
final class OpenDocument {
    /// The length of the longest text with uses, in bytes.
    static let lengthLimit = 4 << 20

    let uri: DocumentURI
    private(set) var text: SourceText
    private(set) var version: Int64
    /// The number of bytes in which keys were looked for, in all versions.
    private(set) var scannedBytes = 0
    private let reader: UseReader
    private var found: [KeyUse]?

    init(_ item: DocumentItemRecord, _ reader: UseReader) {
        uri = DocumentURI(item.uri)
        text = SourceText(Array(item.text.utf8))
        version = item.version
        self.reader = reader.naming(item.languageID)
    }

    /// Creates a document with the content of a file that is not open.
    init(_ uri: DocumentURI, _ bytes: [UInt8], _ reader: UseReader) {
        (self.uri, self.reader, version) = (uri, reader, 0)
        text = SourceText(bytes)
    }

    var language: SourceLanguage { reader.language }

    /// The uses of keys, in order; computed once for each version.
    ///
    /// A long text has none: it would be read again after each typed character.
    var uses: [KeyUse] {
        if let found { return found }
        let isShort = text.bytes.count <= OpenDocument.lengthLimit
        let uses = isShort ? reader.uses(in: text.bytes.span) : []
        if isShort { scannedBytes += text.bytes.count }
        found = uses
        return uses
    }

    /// Returns the uses of keys that the document would have with another text.
    func uses(in text: Span<UInt8>) -> [KeyUse] { reader.uses(in: text) }

    /// Whether a use names a key: by the form of the code, or as a value in a file of constants.
    func names(_ use: KeyUse) -> Bool {
        if use.subject != nil { return true }
        guard reader.isConstants, let value = use.defaultRange, value.lowerBound < text.bytes.count else {
            return false
        }
        return text.bytes[value.lowerBound] != UInt8(ascii: "{")
    }

    /// Applies changes in order, each to the result of the change before.
    func change(_ changes: [ContentChangeRecord], _ encoding: PositionEncoding, version: Int64) {
        for change in changes {
            let bytes = Array(change.text.utf8)
            if let range = change.range {
                text.replace(self.range(range, encoding), with: bytes)
            } else {
                text = SourceText(bytes)
            }
        }
        (self.version, found) = (version, nil)
    }

    /// Returns the bytes of a range; positions after the end of a line or of the text are clamped.
    func range(_ record: RangeRecord, _ encoding: PositionEncoding) -> Range<Int> {
        let start = text.offset(of: record.start.position, in: encoding)
        return start..<max(start, text.offset(of: record.end.position, in: encoding))
    }

    /// Returns the positions of a range of bytes.
    func record(_ range: Range<Int>, _ encoding: PositionEncoding) -> RangeRecord {
        var record = RangeRecord()
        record.start = PositionRecord(text.position(of: range.lowerBound, in: encoding))
        record.end = PositionRecord(text.position(of: range.upperBound, in: encoding))
        return record
    }

    /// Returns the use whose key or default contains a position.
    func use(at position: PositionRecord, _ encoding: PositionEncoding) -> KeyUse? {
        let offset = text.offset(of: position.position, in: encoding)
        return uses.first { use in
            use.keyRange.touches(offset) || use.defaultRange?.touches(offset) == true
        }
    }

    /// Returns the default of a use as a literal; nil if there is none or it is not a plain literal.
    func literal(of use: KeyUse) -> SourceLiteral? {
        guard let range = use.defaultRange else { return nil }
        let bytes = text.bytes
        return try? SourceLiteral(bytes.span.extracting(range), language)
    }
}

extension Range<Int> {
    /// Whether an offset is inside the range, or at its end.
    func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
