package import JSONCore

/// The newest commit, or `null` where there is none.
///
/// No generic wrapper: what it is made of would be looked up by name at each start, which costs as much as all other
/// methods together.
package struct LastResult: JSONMember, Sendable {
    /// The commit.
    package var commit: CommitRecord?

    /// Takes a commit or none.
    package init(_ commit: CommitRecord?) {
        self.commit = commit
    }

    package static var expectation: String { "\(CommitRecord.expectation), or null" }

    package static var schema: JSON {
        ["anyOf": [CommitRecord.schema, ["type": "null"]]]
    }

    package init(_ place: JSONPlace, in text: Span<UInt8>) throws(JSONMismatch) {
        commit = place.kind == .null ? nil : try CommitRecord(place, in: text)
    }

    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let commit {
            try commit.write(to: &writer)
        } else {
            writer.null()
        }
    }
}
