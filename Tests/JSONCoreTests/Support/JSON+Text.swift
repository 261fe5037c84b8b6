import JSONCore

extension JSON {
    /// The value as compact JSON; throws if it contains a number that is not finite.
    var text: String {
        get throws {
            var buffer = ByteBuffer()
            try buffer.append(json: self)
            return String(decoding: [UInt8](buffer), as: UTF8.self)
        }
    }
}
