import JSONCore
import RPCCore
import StateCore
import TunableEngine

extension TunableWriter {
    /// Answers `tunables.set` as it is asked most: for a key, a value and nothing else, by a peer that is in no world.
    ///
    /// No record is made of the parameters or the result, and no list of what is to be stored.
    func answer(
        _ params: JSONPlace,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) -> Bool {
        guard let (name, value) = TunableWriter.keyAndValue(of: params, in: text),
            let key = try? Key(text.extracting(name.range))
        else { return false }
        let written = self.writer.set(key, to: value.value(in: text), Caller(peer: peer))
        guard written.isPlain else { return false }
        do {
            writer.begin(#"{"key":"#, text.extracting(name.source), #","value":"#)
            switch consume written {
            case .committed(let commit):
                try commit.withPlainSet { (plain) throws(JSONNotFinite) in
                    try plain.append(to: &writer.bytes)
                }
                writer.bytes.append(#","revision":"#)
                writer.bytes.append(decimal: commit.revision)
                writer.bytes.append(#","changed":true"#)
            case .unchanged(let value, let revision):
                try writer.bytes.append(json: value)
                writer.bytes.append(#","old":"#)
                try writer.bytes.append(json: value)
                writer.bytes.append(#","revision":"#)
                writer.bytes.append(decimal: revision)
                writer.bytes.append(#","changed":false"#)
            case .notPlain: break
            }
            writer.endObject()
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
        return true
    }

    /// The places of `key` and `value`, where those are the only members, and the key a string that is spelt as it is.
    private static func keyAndValue(
        of params: JSONPlace,
        in text: Span<UInt8>
    ) -> (key: JSONPlace, value: JSONPlace)? {
        guard params.kind == .object else { return nil }
        var members = JSONMembers(of: params)
        guard let first = members.next(in: text), let second = members.next(in: text), members.next(in: text) == nil
        else { return nil }
        if isKey(first, in: text), valueName.hasBytes(of: second.name, in: text) {
            return (first.value, second.value)
        }
        if isKey(second, in: text), valueName.hasBytes(of: first.name, in: text) {
            return (second.value, first.value)
        }
        return nil
    }

    private static let valueName: StaticString = "value"
    private static let keyName: StaticString = "key"

    private static func isKey(_ member: (name: JSONPlace, value: JSONPlace), in text: Span<UInt8>) -> Bool {
        keyName.hasBytes(of: member.name, in: text) && member.value.kind == .string && !member.value.hasEscapes
    }
}

extension PlainSet {
    /// The value, and what there was before.
    fileprivate func append(to bytes: inout ByteBuffer) throws(JSONNotFinite) {
        try bytes.append(json: value)
        if let old {
            bytes.append(#","old":"#)
            try bytes.append(json: old)
        }
    }
}

extension StaticString {
    /// Whether a name is this one, spelt as it is.
    fileprivate func hasBytes(of name: JSONPlace, in text: Span<UInt8>) -> Bool {
        !name.hasEscapes && hasBytes(text.extracting(name.range))
    }
}
