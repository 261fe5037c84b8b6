import JSONCore
import TunableEngine

extension State {
    /// Refuses a key or a value that is larger than it may be; what is stored already may stay.
    func checkSize(of value: JSON?, for subject: Subject, isNew: Bool) throws(StateRefusal) {
        if isNew, subject.text.utf8.count > rules.limits.keyBytes {
            throw .longKey(subject, limit: rules.limits.keyBytes)
        }
        guard let value, value.mayExceed(rules.limits) else { return }
        guard !value.isDeeper(than: rules.limits.valueDepth) else {
            throw .deepValue(subject, limit: rules.limits.valueDepth)
        }
        var text = ByteBuffer()
        do {
            try text.append(json: value)
        } catch {
            // A number without a spelling is none of JSON's, and takes no room.
            return
        }
        if text.count > rules.limits.valueBytes {
            throw .largeValue(subject, bytes: text.count, limit: rules.limits.valueBytes)
        }
    }
}

extension JSON {
    /// Whether the value could be larger than it may be: not exactly, but quickly, and never wrongly `false`.
    func mayExceed(_ limits: StateRules.Limits) -> Bool {
        var left = limits.valueBytes
        return !fits(&left, depth: limits.valueDepth)
    }

    /// Whether more arrays and objects than so many stand inside each other.
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
        // A character is escaped to six at most.
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
