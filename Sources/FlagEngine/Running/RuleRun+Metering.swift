import JSONCore

extension RuleRun {
    /// How many bytes of text cost one step.
    private static let bytesPerStep = 32

    /// Pays for looking at a text.
    @inline(__always)
    mutating func charge(bytes count: Int) throws(RuleLimitFault) {
        if count >= RuleRun.bytesPerStep {
            try charge(count / RuleRun.bytesPerStep)
        }
    }

    /// Pays for taking a value as a text or a number.
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

    /// A value's text.
    mutating func text(_ value: JSON?) throws(RuleLimitFault) -> String {
        try charge(converting: value)
        return JavaScript.text(value)
    }

    /// Whether a value that was made nests no deeper than values may: it must be possible to go through it.
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
