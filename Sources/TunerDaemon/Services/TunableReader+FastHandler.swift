import JSONCore
import RPCCore
import StateCore

extension TunableReader {
    /// Answers `tunables.get` as it is asked most: for a key and nothing else, by a peer that is in no world and waits for
    /// nothing.
    ///
    /// No string is made of the key, and no record of the parameters or the result.
    func answer(
        _ params: JSONRange,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) -> Bool {
        guard let key = TunableReader.onlyKey(of: params, in: text), states.sharesView(with: peer) else { return false }
        let found = states.seen(text.extracting(key.range))
        guard let value = found.resolution.value else { return false }
        let start = writer.mark
        do {
            let name = text.extracting(key.source)
            try KeyedValue.write(key: name, value, found.resolution.origin, found.revision, to: &writer)
            return true
        } catch {
            // What is stored was read from JSON; but the long way knows what to say.
            writer.rewind(to: start)
            return false
        }
    }

    /// The value of `key`, where that is the only member, and a string that is spelt as it is.
    private static func onlyKey(of params: JSONRange, in text: Span<UInt8>) -> JSONRange? {
        guard params.kind == .object else { return nil }
        var members = JSONMembers(of: params)
        guard let (name, value) = members.next(in: text),
            value.kind == .string, !value.hasEscapes, !name.hasEscapes,
            StaticString("key").hasBytes(text.extracting(name.range)),
            members.next(in: text) == nil
        else { return nil }
        return value
    }
}
