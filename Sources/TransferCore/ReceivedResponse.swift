import JSONCore

/// A response of which a part has arrived.
struct ReceivedResponse {
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    private var count = 0
    /// Whether the status is one of a success, such as 200.
    private var isSuccess = false

    /// Adds a line of the header; a status line begins a new response, as after `100 Continue`.
    mutating func receiveLine(_ line: Span<UInt8>) {
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        let text = String(decoding: line.extracting(0..<end).copied, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else {
            if text.hasPrefix("HTTP/") {
                fields = []
                isSuccess = text.split(separator: " ").dropFirst().first?.first == "2"
            }
            return
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        fields.append((text[..<colon].lowercased(), String(value)))
    }

    /// Counts a piece of the body, and keeps it unless `isPassedOn`; returns whether the body is not too long.
    ///
    /// Of a response without success, the status counts: what is too long of its body is left out.
    mutating func receive(_ piece: Span<UInt8>, atMost most: Int, isPassedOn: Bool) -> Bool {
        guard !isPassedOn else { return true }
        count += piece.count
        guard count <= most else { return !isSuccess }
        body += piece.copied
        return true
    }
}
