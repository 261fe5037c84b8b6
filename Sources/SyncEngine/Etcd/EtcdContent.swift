import JSONCore

/// What a source has in etcd, as far as it is known here.
struct EtcdContent {
    private(set) var items: [[UInt8]: EtcdItem] = [:]
    /// The revision up to which changes are in the content, so that none is applied twice or out of order.
    private(set) var revision: Int64

    init(_ response: EtcdRangeResponse) {
        for item in response.items { items[item.key] = item }
        revision = response.header.revision
    }

    /// The key that has changed last; nil without keys.
    var newest: EtcdItem? { items.values.max { $0.modified < $1.modified } }

    /// Applies changes; returns whether there was a new one.
    mutating func apply(_ changes: [EtcdStreamMessage.Change]) -> Bool {
        let old = revision
        var isChanged = false
        for change in changes where change.item.modified > old {
            items[change.item.key] = change.isDeletion ? nil : change.item
            revision = max(revision, change.item.modified)
            isChanged = true
        }
        return isChanged
    }

    /// Returns whether the response to a request for the newest key is about this content.
    func isCurrent(_ response: EtcdRangeResponse, hasValue: Bool) -> Bool {
        guard response.count == Int64(items.count) else { return false }
        guard let found = response.items.first else { return items.isEmpty }
        guard let known = items[found.key], known.isSameChange(as: found) else { return false }
        return newest?.modified == found.modified && (!hasValue || known.value == found.value)
    }

    /// Returns whether another content has the same keys and values.
    func hasSameValues(as other: EtcdContent) -> Bool {
        items.count == other.items.count && items.allSatisfy { other.items[$0]?.value == $1.value }
    }
}

extension EtcdContent {
    /// Returns the payload of a source.
    func outcome(of range: EtcdKeyRange, atMost most: Int) -> FetchOutcome {
        let name = String(decoding: range.key, as: UTF8.self)
        guard range.isPrefix else {
            guard let item = items[range.key] else { return .failed(.network("the key \(name.shown) does not exist")) }
            guard item.value.count <= most else { return EtcdContent.tooLong(most) }
            return .content(item.value, Validators())
        }
        if items.isEmpty { return .failed(.network("there is no key below \(name.shown)")) }
        guard items.values.reduce(0, { $0 + $1.key.count - range.key.count + $1.value.count }) <= most else {
            return EtcdContent.tooLong(most)
        }
        return values(below: range.key)
    }

    private static func tooLong(_ most: Int) -> FetchOutcome { .unusable("the payload has more than \(most) bytes") }

    /// Returns the payload with each key below a prefix as a tunable.
    private func values(below prefix: [UInt8]) -> FetchOutcome {
        var keys: [String: String] = [:]
        var bytes = Array(#"{"values":{"#.utf8)
        // The payload does not depend on the order in which the keys arrived.
        for item in items.values.sorted(by: { $0.key.span.precedes($1.key.span) }) {
            let key = String(decoding: item.key, as: UTF8.self)
            let rest = item.key.dropFirst(prefix.count)
            guard !rest.isEmpty, let text = String(validating: rest, as: UTF8.self) else {
                return .unusable("the key \(key.shown) is not the name of a tunable")
            }
            let name = text.replacingText("/", with: ".")
            if let other = keys.updateValue(key, forKey: name) {
                return .unusable("the keys \(other.shown) and \(key.shown) are both the tunable \(name.shown)")
            }
            do throws(JSONFault) {
                _ = try JSON.check(item.value.span)
            } catch {
                let reason = error.message(in: item.value.span)
                return .unusable("the value of the key \(key.shown) is not JSON: \(reason)")
            }
            if keys.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += ((try? JSON.string(name).written()) ?? "").utf8
            bytes.append(UInt8(ascii: ":"))
            bytes += item.value
        }
        return .content(bytes + Array("}}".utf8), Validators())
    }
}
