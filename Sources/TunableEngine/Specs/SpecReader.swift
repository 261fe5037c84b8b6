import JSONCore

/// A reader of the words of a spec or a schema that collects all errors.
struct SpecReader {
    /// The result for one object of words.
    struct Level {
        let rule: ValueRule
        let defaultValue: JSON?
    }

    /// The limit of nested items and properties, counted in steps of the path.
    static let depthLimit = 64

    private(set) var faults: [SpecFault] = []

    /// Reads an object of words; returns nil if errors leave its rule undefined.
    mutating func read(_ object: JSONObject, as dialect: SpecDialect, at steps: [JSONSource.Step] = []) -> Level? {
        guard steps.count <= SpecReader.depthLimit else {
            note(.tooDeep(limit: SpecReader.depthLimit), steps)
            return nil
        }
        let faultsBefore = faults.count
        refuseUnknown(object, dialect, steps)
        guard let type = readType(object, steps) else { return nil }
        var words = SpecWords(object, at: steps)
        for word in words.present {
            if let types = word.types, !types.contains(type) {
                words.note(.foreign(type), word)
            }
        }
        let enumeration = SpecReader.readEnumeration(of: type, &words)
        let number = SpecReader.readNumber(type, &words)
        let string = type == .string ? SpecReader.readString(&words) : nil
        words.checkAnnotations()
        faults += words.faults
        let array = type == .array ? readArray(object, dialect, steps) : nil
        let members = type == .object ? readObject(object, dialect, steps) : nil
        guard faults.count == faultsBefore else { return nil }
        let rule = ValueRule(
            type: type,
            enumeration: enumeration,
            number: number,
            string: string,
            array: array?.rule,
            object: members?.rule,
            definition: SpecReader.normalized(object, items: array?.items, properties: members?.properties)
        )
        checkValues(of: rule, steps)
        guard let defaultValue = object[SpecWord.default.rawValue] else { return Level(rule: rule, defaultValue: nil) }
        if let fault = rule.fault(in: defaultValue) {
            note(.breaks(fault), steps, .default)
        }
        return Level(rule: rule, defaultValue: defaultValue)
    }

    mutating func note(_ problem: SpecFault.Problem, _ steps: [JSONSource.Step], _ word: SpecWord? = nil) {
        faults.append(SpecFault(problem, at: steps + (word.map { [.name($0.rawValue)] } ?? [])))
    }

    mutating func add(_ more: [SpecFault]) {
        faults += more
    }

    /// Notes unknown words and words that are not allowed here; unknown words that begin with `x-` are ignored.
    mutating func refuseUnknown(_ object: JSONObject, _ dialect: SpecDialect, _ steps: [JSONSource.Step]) {
        for member in object.members {
            let word = SpecWord(rawValue: member.name)
            guard word != nil || !member.name.utf8.starts(with: "x-".utf8) else { continue }
            let step = steps + [.name(member.name)]
            switch word {
            case let word? where word.belongs(to: dialect):
                break
            case let word? where dialect == .items && word.belongs(to: .spec):
                faults.append(SpecFault(.misplaced, at: step))
            default:
                let nearest = NearestName.nearest(to: member.name, among: dialect.words.lazy.map(\.rawValue))
                faults.append(SpecFault(.unknown(nearest: nearest), at: step))
            }
        }
    }

    private mutating func readType(_ object: JSONObject, _ steps: [JSONSource.Step]) -> TunableType? {
        switch object[SpecWord.type.rawValue] {
        case nil:
            note(.noType, steps)
        case .string(let name):
            if let type = TunableType(rawValue: name) {
                return type
            }
            let names = TunableType.allCases.map(\.rawValue)
            let nearest = NearestName.nearest(to: name, among: names)
            note(.word(name, among: names, nearest: nearest), steps, .type)
        case let other?:
            note(.kind(expected: .bareType, found: other.kind), steps, .type)
        }
        return nil
    }

    /// Notes enum values that violate the other words, and number constraints that no number satisfies.
    private mutating func checkValues(of rule: ValueRule, _ steps: [JSONSource.Step]) {
        guard let enumeration = rule.enumeration else {
            if let number = rule.number, number.nearest(to: .integer(0)) == nil {
                note(.nothingLegal, steps)
            }
            return
        }
        for (position, value) in enumeration.values.enumerated() {
            if let fault = rule.fault(in: value) {
                faults.append(SpecFault(.breaks(fault), at: steps + [.name("enum"), .position(position)]))
            }
        }
    }

    /// Returns the words in a fixed order, without ignored words and without words that only repeat a default.
    private static func normalized(_ object: JSONObject, items: JSONObject?, properties: JSONObject?) -> JSONObject {
        var normalized = JSONObject()
        for word in SpecWord.allCases {
            guard let value = object[word.rawValue], !word.isSilent(value) else { continue }
            switch word {
            case .schema, .id, .comment, .examples: break
            case .items: normalized[word.rawValue] = items.map(JSON.object)
            case .properties: normalized[word.rawValue] = properties.map(JSON.object)
            default: normalized[word.rawValue] = value
            }
        }
        return normalized
    }
}

extension SpecWord {
    /// Returns whether the value only repeats the word's default.
    fileprivate func isSilent(_ value: JSON) -> Bool {
        switch self {
        case .uniqueItems, .restart, .readOnly, .secret, .deprecated: value == false
        case .merge: value == "replace"
        case .onUnknown: value == "refuse"
        case .additionalProperties: value == true
        case .required, .tags: value == []
        default: false
        }
    }
}
