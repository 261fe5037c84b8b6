import JSONCore

extension JSON {
    /// What a declared type is on the wire.
    init(_ record: some JSONWritable) {
        var writer = JSONWriter()
        do {
            try record.write(to: &writer)
            self = try JSON.parse([UInt8](writer.takeBytes()).span, depthLimit: JSON.deepestLimit)
        } catch {
            preconditionFailure("options and files hold only numbers that JSON can spell")
        }
    }

    /// The value as a declared type; none where it is another.
    func read<Result: JSONReadable>(as type: Result.Type) -> Result? {
        let text = Array(JSONText.compact(self).utf8)
        do {
            return try Result(try JSON.check(text.span, depthLimit: JSON.deepestLimit), in: text.span)
        } catch {
            return nil
        }
    }
}
