import JSONCore

/// A search for the members that a structure decodes if they are present.
///
/// Each decoding finds one more member: the container claims to have its value, and then fails to decode the value.
final class OptionalProbe {
    /// The members that are absent from the example, with their types.
    private(set) var found: [(name: String, type: any Decodable.Type)] = []
    private var asked: String?

    /// Returns the absent members of an object that a type decodes if they are present.
    static func members(absentFrom object: JSONObject, of type: any Decodable.Type) -> [(String, any Decodable.Type)] {
        let probe = OptionalProbe()
        var count = -1
        while count < probe.found.count {
            count = probe.found.count
            probe.asked = nil
            _ = try? type.init(from: ValueDecoder(.object(object), [], probe: probe))
        }
        return probe.found
    }

    /// Returns whether an absent member counts as present.
    func claims(_ name: String) -> Bool {
        guard !found.contains(where: { $0.name == name }) else { return false }
        asked = name
        return true
    }

    /// Records the type of a member that counts as present.
    func note(_ name: String, _ type: any Decodable.Type) {
        guard asked == name else { return }
        asked = nil
        found.append((name, type))
    }
}
