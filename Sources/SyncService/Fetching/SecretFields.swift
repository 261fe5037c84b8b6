import JSONCore
import SyncEngine
import SystemCore

/// The fields of a request's header, with the secrets read from their files and variables.
struct SecretFields {
    /// The limit for the bytes of a file with a secret.
    private static let most = 16 << 10

    private(set) var open: [(name: String, value: String)] = []
    private(set) var secret: [(name: String, value: String)] = []

    /// Reads the values of fields; the reason of a failure does not contain any value.
    init(_ fields: [SyncSource.Field]) throws(FetchFault) {
        for field in fields {
            switch field.value {
            case .text(let value): open.append((field.name, value))
            case .file(let path): secret.append((field.name, try SecretFields.read(path, for: field.name)))
            case .environment(let variable):
                guard let value = Kernel.environment(variable), !value.isEmpty else {
                    throw .credential("the variable \(variable.shown) for the field \(field.name) is not set")
                }
                secret.append(
                    (field.name, try SecretFields.checked(value, "the variable \(variable.shown)", field.name))
                )
            }
        }
    }

    private static func read(_ path: String, for name: String) throws(FetchFault) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try KernelFileSystem().open(path, [.read, .regular]).readFully(count: most + 1, at: 0)
        } catch {
            throw .credential("the file \(path.shownWhole) for the field \(name) cannot be read: \(error.errno)")
        }
        guard bytes.count <= most, let text = RawText(bytes: bytes).text else {
            throw .credential("the file \(path.shownWhole) for the field \(name) has no usable text")
        }
        let value = text.utf8.last == UInt8(ascii: "\n") ? String(text.unicodeScalars.dropLast()) : text
        return try checked(value, "the file \(path.shownWhole)", name)
    }

    private static func checked(_ value: String, _ source: String, _ name: String) throws(FetchFault) -> String {
        guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .credential("\(source) for the field \(name) must have one line of text without control characters")
        }
        return value
    }
}
