import JSONCore

extension JSON {
    /// Compact text for a message.
    var text: String {
        var buffer = ByteBuffer()
        guard (try? buffer.append(json: self)) != nil else { return "a value with a number without a spelling" }
        return String(decoding: [UInt8](buffer), as: UTF8.self)
    }

    /// Reads what a test says as text.
    init(text: String) throws {
        self = try JSON.parse(text)
    }
}
