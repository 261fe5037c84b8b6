import JSONCore
import RPCCore
import StateCore

extension TunableReader {
    /// Handles the most frequent form of `tunables.get`; returns false if the general handler must do it.
    ///
    /// The frequent form has the key as its only parameter. The peer is in no world, and its responses do not wait. The
    /// method creates no string for the key, and no records for the parameters and the result.
    func respond(
        _ params: JSONRange,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) -> Bool {
        guard let key = TunableReader.onlyKey(of: params, in: text), states.sharesView(with: peer) else { return false }
        preloader.expect(key, in: text)
        let found = states.resolved(text.extracting(key.range))
        guard let value = found.resolution.value else { return false }
        let start = writer.mark
        do {
            let name = text.extracting(key.source)
            try KeyedValue.write(key: name, value, found.resolution.origin, found.revision, to: &writer)
            return true
        } catch {
            // Stored values are always finite. If writing fails anyway, the general handler returns the right error.
            writer.rewind(to: start)
            return false
        }
    }

    /// Returns the value of `key` if it is the only member and a string without escapes; nil otherwise.
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
