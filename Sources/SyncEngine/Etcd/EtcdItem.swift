import JSONCore

/// A key of etcd with its value.
struct EtcdItem: Equatable {
    var key: [UInt8]
    var value: [UInt8]
    var created: Int64
    /// The revision of the last change of the key.
    var modified: Int64
    var version: Int64

    /// Reads a key and its value; nil if they are not base64.
    init?(_ object: JSONObject) {
        guard let key = object.etcdBytes("key"), let value = object.etcdBytes("value") else { return nil }
        self.key = key
        self.value = value
        created = object.etcdNumber("create_revision")
        modified = object.etcdNumber("mod_revision")
        version = object.etcdNumber("version")
    }

    /// Returns whether another item is the same change of the same key.
    func isSameChange(as other: EtcdItem) -> Bool {
        key == other.key && created == other.created && modified == other.modified && version == other.version
    }
}
