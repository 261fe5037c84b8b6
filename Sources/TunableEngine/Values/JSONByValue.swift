package import JSONCore

/// A JSON value that is compared as in JSON Schema: `1` equals `1.0`, and the order of members does not matter.
package struct JSONByValue: Hashable, Sendable {
    package let value: JSON

    package init(_ value: JSON) {
        self.value = value
    }

    /// Returns whether both values are equal; numbers are compared exactly.
    package static func == (left: JSONByValue, right: JSONByValue) -> Bool {
        areSame(left.value, right.value)
    }

    package func hash(into hasher: inout Hasher) {
        JSONByValue.hash(value, into: &hasher)
    }

    private static func areSame(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.integer(let whole), .double(let double)), (.double(let double), .integer(let whole)):
            Int64(exactly: double) == whole
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.members.allSatisfy { member in right[member.name].map { areSame(member.value, $0) } ?? false }
        default: false
        }
    }

    private static func hash(_ value: JSON, into hasher: inout Hasher) {
        hasher.combine(value.kind.rawValue)
        switch value {
        case .null: break
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value):
            if let whole = Int64(exactly: value) {
                hasher.combine(whole)
            } else {
                hasher.combine(value)
            }
        case .string(let value): hash(value, into: &hasher)
        case .array(let elements):
            for element in elements {
                hash(element, into: &hasher)
            }
        case .object(let object):
            // Use a sum, so that the order of the members does not change the hash.
            var sum = 0
            for member in object.members {
                var own = Hasher()
                hash(member.name, into: &own)
                hash(member.value, into: &own)
                sum &+= own.finalize()
            }
            hasher.combine(sum)
        }
    }

    /// Hashes the bytes, since `String.hash` treats canonically equivalent texts as equal and this type does not.
    private static func hash(_ text: String, into hasher: inout Hasher) {
        for byte in text.utf8 {
            hasher.combine(byte)
        }
        hasher.combine(text.utf8.count)
    }
}
