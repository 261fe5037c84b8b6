import JSONCore

extension RuleRun {
    /// The number of bytes of text that cost one step.
    private static let bytesPerStep = 32

    /// Charges for reading a text.
    @inline(__always)
    mutating func charge(bytes count: Int) throws(RuleLimitFault) {
        if count >= RuleRun.bytesPerStep {
            try charge(count / RuleRun.bytesPerStep)
        }
    }

    /// Charges for converting a value to a text or a number.
    @inline(__always)
    mutating func charge(converting value: JSON?) throws(RuleLimitFault) {
        switch value {
        case .string(let text): try charge(bytes: text.utf8.count)
        case .array(let elements): try charge(converting: elements)
        default: break
        }
    }

    private mutating func charge(converting elements: [JSON]) throws(RuleLimitFault) {
        try charge(elements.count)
        for element in elements {
            try charge(converting: element)
        }
    }

    /// Returns a value's text and charges for the conversion.
    mutating func text(_ value: JSON?) throws(RuleLimitFault) -> String {
        try charge(converting: value)
        return JavaScript.text(value)
    }

    /// Throws if a created value is nested too deeply, since other code must be able to traverse the value.
    mutating func checkDepth(of value: JSON?) throws(RuleLimitFault) {
        if let value {
            try checkDepth(of: value, level: 1)
        }
    }

    private mutating func checkDepth(of value: JSON, level: Int) throws(RuleLimitFault) {
        guard value.kind == .array || value.kind == .object else { return }
        guard level <= limits.depth else { throw RuleLimitFault.depth(limit: limits.depth) }
        switch value {
        case .array(let elements):
            try charge(elements.count)
            for element in elements {
                try checkDepth(of: element, level: level + 1)
            }
        case .object(let object):
            try charge(object.count)
            for member in object.members {
                try checkDepth(of: member.value, level: level + 1)
            }
        default: break
        }
    }
}
