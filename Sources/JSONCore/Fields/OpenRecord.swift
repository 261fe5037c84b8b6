/// A record of a protocol that other programs extend: members that it does not declare are ignored.
///
/// An optional member of a wrong type, such as `null`, counts as absent.
package protocol OpenRecord: JSONRecord {}

extension OpenRecord {
    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        do {
            try self.init(open: range, in: text)
        } catch {
            throw JSONMismatch()
        }
    }

    package static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault? {
        guard range.kind == .object else { return nil }
        do {
            _ = try Self(open: range, in: text)
            return nil
        } catch {
            return error
        }
    }

    /// Creates a record from an object; nil means that there are no members.
    ///
    /// The error names the first required member that is missing or wrong.
    package init(open range: JSONRange?, in text: Span<UInt8>) throws(JSONFieldFault) {
        self.init()
        try unsafe withUnsafeMutablePointer(to: &self) { (record) throws(JSONFieldFault) in
            try unsafe Self.fields.table.readOpen(range, into: UnsafeMutableRawPointer(record), in: text)
        }
    }
}
