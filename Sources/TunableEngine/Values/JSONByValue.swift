package import JSONCore

/// A value that is the same as another where JSON Schema says so: `1` and `1.0` are, members have no order.
package struct JSONByValue: Hashable, Sendable {
    /// The value.
    package let value: JSON

    /// Compares this value.
    package init(_ value: JSON) {
        self.value = value
    }

    /// Numbers compare exactly, by what they are worth.
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
            // The members' order must not tell.
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

    /// By its bytes: the standard library's own hash takes other spellings of the same characters for one.
    private static func hash(_ text: String, into hasher: inout Hasher) {
        for byte in text.utf8 {
            hasher.combine(byte)
        }
        hasher.combine(text.utf8.count)
    }
}
