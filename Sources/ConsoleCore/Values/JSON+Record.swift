package import JSONCore

extension JSON {
    /// Creates the JSON of a record of the protocol.
    package init(_ record: some JSONWritable) {
        var writer = JSONWriter()
        do {
            try record.write(to: &writer)
            self = try JSON.parse([UInt8](writer.takeBytes()).span, depthLimit: JSON.deepestLimit)
        } catch {
            preconditionFailure("options and files hold only numbers that JSON can spell")
        }
    }

    /// Decodes the value as a record of the protocol; returns nil if it does not fit.
    package func read<Result: JSONReadable>(as type: Result.Type) -> Result? {
        let text = Array(JSONText.compact(self).utf8)
        do {
            return try Result(try JSON.check(text.span, depthLimit: JSON.deepestLimit), in: text.span)
        } catch {
            return nil
        }
    }
}
