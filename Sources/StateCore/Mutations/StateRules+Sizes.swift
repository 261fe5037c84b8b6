import JSONCore
import TunableEngine

extension StateRules {
    /// Throws a refusal if a key or value exceeds its size limit.
    ///
    /// The length of an existing key is not checked, so it may exceed a lowered limit.
    @inline(__always)
    func checkSize(of value: JSON?, for subject: Subject, isNew: Bool) throws(StateRefusal) {
        if isNew, subject.text.utf8.count > limits.keyBytes {
            throw .longKey(subject, limit: limits.keyBytes)
        }
        if let value, value.mayExceed(limits) {
            try checkExactSize(of: value, for: subject)
        }
    }

    private func checkExactSize(of value: JSON, for subject: Subject) throws(StateRefusal) {
        guard !value.isDeeper(than: limits.valueDepth) else {
            throw .deepValue(subject, limit: limits.valueDepth)
        }
        var text = ByteBuffer()
        do {
            try text.append(json: value)
        } catch {
            // JSON cannot represent a non-finite number, so the value has no size.
            return
        }
        if text.count > limits.valueBytes {
            throw .largeValue(subject, bytes: text.count, limit: limits.valueBytes)
        }
    }
}

extension JSON {
    /// Returns whether the value may exceed its limits.
    ///
    /// The estimate is fast and may be true for a smaller value. It is never false for a larger one.
    func mayExceed(_ limits: StateRules.Limits) -> Bool {
        var left = limits.valueBytes
        return !fits(&left, depth: limits.valueDepth)
    }

    /// Returns whether arrays and objects are nested more than `limit` deep.
    func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .array(let elements): limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let object): limit == 0 || object.members.contains { $0.value.isDeeper(than: limit - 1) }
        default: false
        }
    }

    private func fits(_ left: inout Int, depth: Int) -> Bool {
        switch self {
        case .null, .boolean: left -= 5
        case .integer, .double: left -= 26
        // Escaping turns one byte into at most six.
        case .string(let text): left -= 2 + text.utf8.count * 6
        case .array(let elements):
            guard depth > 0 else { return false }
            left -= 2
            for element in elements where !element.fits(&left, depth: depth - 1) { return false }
            left -= elements.count
        case .object(let object):
            guard depth > 0 else { return false }
            left -= 2
            for member in object.members {
                left -= 4 + member.name.utf8.count * 6
                guard member.value.fits(&left, depth: depth - 1) else { return false }
            }
        }
        return left >= 0
    }
}
