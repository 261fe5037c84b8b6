import JSONCore
import SyncEngine

/// The password of a user of etcd, which is read again for each authentication.
struct EtcdPassword {
    private let place: SyncSource.FieldValue
    /// What was read last; nil if it could not be read.
    private var text: String?

    init(_ place: SyncSource.FieldValue) { self.place = place }

    /// Reads the password, and returns the body of an authentication.
    mutating func body(user: String) throws(FetchFault) -> [UInt8] {
        text = nil
        let read = try read()
        text = read
        let body = try? JSON.object(["name": .string(user), "password": .string(read)]).written()
        return Array((body ?? "").utf8)
    }

    /// Whether the password can be read, and is not the one of the last authentication.
    var hasChanged: Bool { (try? read()).map { $0 != text } ?? false }

    private func read() throws(FetchFault) -> String {
        let fields = try SecretFields([SyncSource.Field(name: "password", value: place)])
        return fields.secret.first?.value ?? ""
    }
}
