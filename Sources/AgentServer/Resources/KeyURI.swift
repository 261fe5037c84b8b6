import TunableEngine

/// The address of a key as a resource: `tuner://key/ui.scale`.
enum KeyURI {
    static let prefix = "tuner://key/"
    static let template = "tuner://key/{key}"

    /// Returns the address of a key, with escapes for all characters but letters, digits, and `-._~`.
    static func text(of key: String) -> String {
        var text = prefix
        for byte in key.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%\(digits.utf8.count < 2 ? "0" : "")\(digits)"
            }
        }
        return text
    }

    /// Returns the key of an address; nil for any other address, and for a text that cannot be a key.
    static func key(of uri: String) -> String? {
        guard uri.hasPrefix(prefix), uri.utf8.count > prefix.utf8.count else { return nil }
        var bytes: [UInt8] = []
        var rest = uri.utf8.dropFirst(prefix.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard Key.fault(in: bytes.span) == nil else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
