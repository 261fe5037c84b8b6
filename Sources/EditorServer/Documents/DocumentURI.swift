/// The URI of a document, as the client spells it.
struct DocumentURI: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Creates the URI of a file.
    init(path: String) {
        var text = "file://"
        for byte in path.utf8 {
            if DocumentURI.isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        self.text = text
    }

    /// The path of a file on this machine; nil for other URIs.
    var path: String? {
        let scheme = "file://"
        guard text.hasPrefix(scheme) else { return nil }
        let rest = Array(text.utf8.dropFirst(scheme.utf8.count))
        guard let start = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(validating: DocumentURI.decoded(rest[start...]), as: UTF8.self)
    }

    /// The path that decides the language of the document.
    var languagePath: String { path ?? text }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: Array("/-._~".utf8).contains(byte)
        }
    }
}
