import JSONCore
package import LayerPayloads

/// A source of a layer: where its content is, how often to fetch it, and how to read it.
package struct SyncSource: Sendable, Equatable {
    package typealias Format = LayerPayload.Format

    /// Where the value of a field of the request's header comes from.
    package enum FieldValue: Sendable, Equatable {
        case text(String)
        /// The content of a file, without the line end at its end.
        case file(String)
        /// The value of an environment variable.
        case environment(String)
    }

    /// A field of the request's header.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: FieldValue

        package init(name: String, value: FieldValue) { (self.name, self.value) = (name, value) }

        /// Whether the value is a secret, which goes to the origin of the source only.
        package var isSecret: Bool { if case .text = value { false } else { true } }
    }

    package var layer: String
    /// The URL, in which `{context}` is replaced by the context; empty if the content is in etcd.
    package var url: String
    /// Where the content is in etcd; nil if it has a URL.
    package var etcd: EtcdLocation?
    package var context: String?
    package var format = Format.layer
    /// The time from a successful fetch to the next one, or between two checks of the connection to etcd.
    package var interval = Duration.seconds(60)
    /// The interval of a source in etcd that has none in the configuration.
    static let etcdInterval = Duration.seconds(10)
    /// The least time between two fetches, also across restarts.
    package var minInterval = Duration.zero
    /// The longest time of a fetch.
    package var timeout = Duration.seconds(2)
    /// The seconds that an origin may wait for a change before it responds; nil for a response at once.
    package var wait: Int64?
    /// The seconds after which the layer is stale, unless the payload says it.
    package var ttl: Int64?
    package var fields: [Field] = []
    /// The path of a JSON Schema for the values; nil for none.
    package var schema: String?
    /// The path of a file with the certificates to trust; nil for those of the system.
    package var certificates: String?
    /// The rule that decides whether the source is in use; nil if it always is.
    package var rule: SourceRule?
    /// The limit for the bytes of a payload.
    package var mostBytes = 8 << 20

    package init(layer: String, url: String) { (self.layer, self.url) = (layer, url) }

    /// What identifies the content: the URL with the context in it, or the place in etcd.
    package var address: String {
        if let etcd { return etcd.address(in: context) }
        guard let context else { return url }
        return url.replacingText("{context}", with: context.percentEncoded)
    }

    /// The address without its query, which can have a token.
    package var shownAddress: String { String(address.prefix { $0 != "?" && $0 != "#" }) }

    /// Whether content of another source is content of this source, too.
    package func hasContent(of other: SyncSource) -> Bool {
        layer == other.layer && address == other.address && format == other.format
    }
}

extension String {
    /// The text with all characters percent-encoded that have a meaning in a URL.
    fileprivate var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
