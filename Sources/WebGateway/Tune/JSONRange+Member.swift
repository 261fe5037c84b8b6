import JSONCore

extension JSONRange {
    /// Returns the value of a member; nil if there is no such member or this is not an object.
    func member(_ name: StaticString, in text: Span<UInt8>) -> JSONRange? {
        guard kind == .object else { return nil }
        var members = JSONMembers(of: self)
        while let (found, value) = members.next(in: text) {
            if found.isString(name, in: text) { return value }
        }
        return nil
    }
}
