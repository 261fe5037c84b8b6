import JSONCore

/// A search for members of a structure that an object does not have.
///
/// Each decoding finds one more member that the structure decodes if it is present: the container claims to have its
/// value, and then fails to decode the value. Without such claims, a decoding fails at a member that the structure needs.
final class OptionalProbe {
    /// The members that are absent from the example, with their types.
    private(set) var found: [(name: String, type: any Decodable.Type)] = []
    private var asked: String?
    /// Whether absent members count as present.
    private let makesClaims: Bool

    private init(makesClaims: Bool) { self.makesClaims = makesClaims }

    /// Returns the absent members of an object that a type decodes if they are present.
    static func members(absentFrom object: JSONObject, of type: any Decodable.Type) -> [(String, any Decodable.Type)] {
        let probe = OptionalProbe(makesClaims: true)
        var count = -1
        while count < probe.found.count {
            count = probe.found.count
            probe.asked = nil
            _ = try? type.init(from: ValueDecoder(.object(object), [], probe: probe))
        }
        return probe.found
    }

    /// Returns the absent member of an object at which its decoding as a type fails; nil if it fails for another reason.
    static func missing(from object: JSONObject, of type: any Decodable.Type) -> (String, any Decodable.Type)? {
        let probe = OptionalProbe(makesClaims: false)
        _ = try? type.init(from: ValueDecoder(.object(object), [], probe: probe))
        return probe.found.last
    }

    /// Returns whether an absent member counts as present.
    func claims(_ name: String) -> Bool {
        guard makesClaims, !found.contains(where: { $0.name == name }) else { return false }
        asked = name
        return true
    }

    /// Records the type of a member that is absent, or that counts as present.
    func note(_ name: String, _ type: any Decodable.Type) {
        guard asked == name || !makesClaims else { return }
        asked = nil
        found.append((name, type))
    }
}
