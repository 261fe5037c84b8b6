import JSONCore
import SyncEngine
import SystemCore

extension NamedFile {
    /// Why tunersync could not use the file; nil if it could.
    ///
    /// The reason never contains a credential.
    var fault: String? {
        switch content {
        case .value(let field):
            do throws(FetchFault) {
                _ = try SecretFields([field])
                return nil
            } catch {
                return error.description
            }
        case .certificates:
            return fault { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                return text.containsText("CERTIFICATE-----") ? nil : "has no certificate in the format PEM"
            }
        case .schema:
            return fault { bytes in
                guard case .object? = try? JSON.parse(bytes.span) else {
                    return "is not a JSON Schema, which is an object"
                }
                return nil
            }
        case .checks: return CheckDirectory.fault(of: path)
        }
    }

    private func fault(_ check: ([UInt8]) -> String?) -> String? {
        do throws(SystemError) {
            return check(try KernelFileSystem().open(path, [.read, .regular]).readWhole()).map {
                "the file \(path.shownWhole) \($0)"
            }
        } catch {
            return "the file \(path.shownWhole) cannot be read: \(error.errno)"
        }
    }
}
