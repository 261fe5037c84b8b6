import JSONCore

extension JSON {
    /// Compact text of a value that holds no infinity.
    var text: String {
        get throws {
            var buffer = ByteBuffer()
            try buffer.append(json: self)
            return String(decoding: [UInt8](buffer), as: UTF8.self)
        }
    }
}
