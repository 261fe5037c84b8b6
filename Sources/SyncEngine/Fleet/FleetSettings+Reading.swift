import JSONCore

extension FleetSettings {
    /// The names of the members, in the order of the documentation.
    private static let names = ["etcd", "machine", "certificates", "checks"]
    private static let mostBytesOfName = 128

    /// Reads the member `fleet`; nil if it has no usable place in etcd, or if the machine has no name.
    ///
    /// Each fault is reported to the reader.
    init?(_ value: JSON, host: String?, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let object = reader.object(value, at: path, names: FleetSettings.names) else { return nil }
        let place = reader.required("etcd", of: object, at: path) { EtcdLocation($1, at: $2, &$0, ofFleet: true) }
        let machine = FleetSettings.machine(object["machine"], host: host, at: path, &reader)
        let certificates = object["certificates"].flatMap { reader.text($0, at: path + [.name("certificates")]) }
        if certificates != nil, let place, !place.endpoints.allSatisfy({ $0.lowercased().hasPrefix("https:") }) {
            reader.report("only endpoints with https have certificates", at: path + [.name("certificates")])
        }
        let checks = object["checks"].flatMap { reader.text($0, at: path + [.name("checks")]) }
        if let checks, !checks.hasPrefix("/") {
            reader.report(
                "must be an absolute path such as /etc/tuner/checks, got \(checks.shown)",
                at: path + [.name("checks")]
            )
        }
        guard let place, let machine else { return nil }
        self.init(machine: machine, place: place)
        (self.certificates, self.checks) = (certificates, checks)
    }

    private static func machine(
        _ value: JSON?,
        host: String?,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> String? {
        let words = "the name of a machine has 1 to \(mostBytesOfName) letters, digits, ., _, - and :"
        if let value {
            let path = path + [.name("machine")]
            guard let name = reader.text(value, at: path) else { return nil }
            if !isMachineName(name) { reader.report("\(words), got \(name.shown)", at: path) }
            return name
        }
        guard let host, isMachineName(host) else {
            let reason = host.map { "\(words), but the name of this host is \($0.shown)" } ?? words
            reader.report("the member machine is missing: \(reason)", at: path)
            return nil
        }
        return host
    }

    /// Returns whether a text can be the last part of a key in etcd.
    private static func isMachineName(_ name: String) -> Bool {
        (1...mostBytesOfName).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}
