import JSONCore

/// Reads a rule and what surrounds it from the words of a spec or a schema, and gathers everything that is wrong.
struct SpecReader {
    /// What was read of one object of words.
    struct Level {
        let rule: ValueRule
        let defaultValue: JSON?
    }

    /// How deep items and properties may nest.
    static let depthLimit = 64

    private(set) var faults: [SpecFault] = []

    /// The rule that the words say; none where they are so wrong that it would be a guess.
    mutating func read(_ object: JSONObject, as dialect: SpecDialect, at place: [JSONSource.Step] = []) -> Level? {
        guard place.count <= SpecReader.depthLimit else {
            note(.tooDeep(limit: SpecReader.depthLimit), place)
            return nil
        }
        let faultsBefore = faults.count
        refuseUnknown(object, dialect, place)
        guard let type = readType(object, place) else { return nil }
        var words = SpecWords(object, at: place)
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
        let array = type == .array ? readArray(object, dialect, place) : nil
        let members = type == .object ? readObject(object, dialect, place) : nil
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
        checkValues(of: rule, place)
        guard let defaultValue = object[SpecWord.default.rawValue] else { return Level(rule: rule, defaultValue: nil) }
        if let fault = rule.fault(in: defaultValue) {
            note(.breaks(fault), place, .default)
        }
        return Level(rule: rule, defaultValue: defaultValue)
    }

    mutating func note(_ problem: SpecFault.Problem, _ place: [JSONSource.Step], _ word: SpecWord? = nil) {
        faults.append(SpecFault(problem, at: place + (word.map { [.name($0.rawValue)] } ?? [])))
    }

    mutating func add(_ more: [SpecFault]) {
        faults += more
    }

    /// Words that nobody knows, or that do not belong here; those that begin with `x-` are ignored.
    mutating func refuseUnknown(_ object: JSONObject, _ dialect: SpecDialect, _ place: [JSONSource.Step]) {
        for member in object.members where !member.name.utf8.starts(with: "x-".utf8) {
            let step = place + [.name(member.name)]
            switch SpecWord(rawValue: member.name) {
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

    private mutating func readType(_ object: JSONObject, _ place: [JSONSource.Step]) -> TunableType? {
        switch object[SpecWord.type.rawValue] {
        case nil:
            note(.noType, place)
        case .string(let name):
            if let type = TunableType(rawValue: name) {
                return type
            }
            let names = TunableType.allCases.map(\.rawValue)
            let nearest = NearestName.nearest(to: name, among: names)
            note(.word(name, among: names, nearest: nearest), place, .type)
        case let other?:
            note(.kind(expected: .bareType, found: other.kind), place, .type)
        }
        return nil
    }

    /// An enum's values must keep the other words too, and numbers must leave a value.
    private mutating func checkValues(of rule: ValueRule, _ place: [JSONSource.Step]) {
        guard let enumeration = rule.enumeration else {
            if let number = rule.number, number.nearest(to: .integer(0)) == nil {
                note(.nothingLegal, place)
            }
            return
        }
        for (position, value) in enumeration.values.enumerated() {
            if let fault = rule.fault(in: value) {
                faults.append(SpecFault(.breaks(fault), at: place + [.name("enum"), .position(position)]))
            }
        }
    }

    /// The words in one order, without those that are ignored or say only what holds without them.
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
    /// Whether such a value says only what holds without the word.
    fileprivate func isSilent(_ value: JSON) -> Bool {
        switch self {
        case .uniqueItems, .restart, .readOnly, .deprecated: value == false
        case .merge: value == "replace"
        case .onUnknown: value == "refuse"
        case .additionalProperties: value == true
        case .required, .tags: value == []
        default: false
        }
    }
}
