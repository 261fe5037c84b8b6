import JSONCore

/// Who may read the layers of a relay.
package struct RelaySettings: Sendable, Equatable {
    /// The place of the token that each request must have; nil if no request needs a token.
    package var token: SyncSource.FieldValue?
    /// Whether other machines may read the layers without a token.
    package var isOpen = false

    package init() {}

    /// Reads the member `relay` of a configuration; each fault is reported to the reader.
    init(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let object = reader.object(value, at: path, names: ["token", "open"]) else { return }
        token = object["token"].flatMap { value in
            SyncSource.fieldValue(value, isSecret: true, at: path + [.name("token")], &reader)
        }
        switch object["open"] {
        case nil: break
        case .boolean(let isOpen)?: self.isOpen = isOpen
        case let value?: reader.report("must be true or false, got \(value.kind.words)", at: path + [.name("open")])
        }
        if isOpen, object["token"] != nil {
            reader.report("must not be true if the relay has a token", at: path + [.name("open")])
        }
    }
}
