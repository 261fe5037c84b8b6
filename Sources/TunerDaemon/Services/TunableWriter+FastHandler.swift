import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension TunableWriter {
    /// Handles the most frequent form of `tunables.set`; returns false if the general handler must do it.
    ///
    /// The frequent form has only a key and a value, and the peer is in no world. The method creates no records for the
    /// parameters and the result, and no list of entries.
    static func respond(
        _ params: JSONRange,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ output: inout JSONWriter,
        _ writer: StateWriter
    ) -> Bool {
        guard let (name, value) = TunableWriter.keyAndValue(of: params, in: text),
            let key = try? Key(text.extracting(name.range))
        else { return false }
        let written = writer.set(key, to: value.value(in: text), Caller(peer: peer))
        guard written.isPlain else { return false }
        let isSecret = writer.isSecret(key)
        do {
            let key = text.extracting(name.source)
            switch consume written {
            case .committed(let commit):
                try commit.withPlainSet { (set) throws(JSONNotFinite) in
                    let (value, old, revision) = (set.value, set.old, commit.revision)
                    try SetResult.write(key: key, value, old: old, revision, changed: true, isSecret, to: &output)
                }
            case .unchanged(let value, let revision):
                try SetResult.write(key: key, value, old: value, revision, changed: false, isSecret, to: &output)
            case .notPlain: break
            }
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
        return true
    }

    /// Returns the ranges of `key` and `value` if these are the only members and the key is a string without escapes.
    private static func keyAndValue(
        of params: JSONRange,
        in text: Span<UInt8>
    ) -> (key: JSONRange, value: JSONRange)? {
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

    private static func isKey(_ member: (name: JSONRange, value: JSONRange), in text: Span<UInt8>) -> Bool {
        keyName.hasBytes(of: member.name, in: text) && member.value.kind == .string && !member.value.hasEscapes
    }
}

extension StaticString {
    /// Returns whether a member's name equals this text and has no escapes.
    fileprivate func hasBytes(of name: JSONRange, in text: Span<UInt8>) -> Bool {
        !name.hasEscapes && hasBytes(text.extracting(name.range))
    }
}
