import HTTPCore
import JSONCore

/// A request that the fuzzer sends, with its fields as a second, simple reader finds them.
struct SentRequest {
    /// The fields that browsers and proxies add.
    private static let browserFields = [
        "origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user", "cookie", "referer",
        "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via",
    ]

    let text: [UInt8]
    private let fields: [(name: String, value: String)]

    /// Creates a request with a method, and with header lines that are separated by line feeds.
    init(method: String, lines: ArraySlice<UInt8>) {
        let lines = lines.split(separator: UInt8(ascii: "\n"))
        var text = Array("\(method) / HTTP/1.1\r\n".utf8)
        for line in lines {
            text += line + Array("\r\n".utf8)
        }
        self.text = text + Array("\r\n".utf8)
        fields = lines.map { line in
            let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            return (SentRequest.text(line[..<end]).lowercased(), SentRequest.text(line[end...].dropFirst()))
        }
    }

    /// Returns the values of all fields with a name.
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Whether the only `Authorization` field has the token.
    func hasBearer(_ token: String) -> Bool {
        let values = values("authorization")
        guard values.count == 1, values[0].lowercased().hasPrefix("bearer ") else { return false }
        return values[0].dropFirst("bearer ".count) == token
    }

    /// Whether a `Cookie` field has a pair with this name and value, maybe in quotes.
    func hasCookie(_ name: String, _ value: String) -> Bool {
        values("cookie").contains { field in
            field.split(separator: ";").contains { $0.filter { !" \t\"".contains($0) } == "\(name)=\(value)" }
        }
    }

    /// Whether a browser or a proxy may have sent the request.
    var isFromBrowserOrProxy: Bool {
        fields.contains { SentRequest.browserFields.contains($0.name) }
            || values("user-agent").first?.lowercased().hasPrefix("mozilla/") == true
    }

    /// Returns the bytes as characters without the white space around them.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var bytes = bytes.drop(while: isWhite)
        while let last = bytes.last, isWhite(last) {
            bytes.removeLast()
        }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
