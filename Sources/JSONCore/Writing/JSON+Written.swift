extension JSON {
    /// The value as text on one line; throws where it holds a number without a spelling.
    package func written() throws(JSONNotFinite) -> String {
        var bytes = ByteBuffer()
        try bytes.append(json: self)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }
}
