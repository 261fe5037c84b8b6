import JSONCore

extension SpecReader {
    /// Reads the enum, and notes a fault if it is empty, repeats a value or has values of another type.
    static func readEnumeration(of type: TunableType, _ words: inout SpecWords) -> Enumeration? {
        guard let value = words.object[SpecWord.enum.rawValue] else { return nil }
        guard case .array(let values) = value else {
            words.note(.kind(expected: .array, found: value.kind), .enum)
            return nil
        }
        if values.isEmpty {
            words.note(.noValues, .enum)
        }
        var firsts: [JSONByValue: Int] = [:]
        for (position, value) in values.enumerated() {
            if !type.includes(value) {
                words.note(.breaks(ValueFault(.type(type), in: value)), .enum, position)
            }
            if let first = firsts[JSONByValue(value)] {
                words.note(.repeated(first: first), .enum, position)
            } else {
                firsts[JSONByValue(value)] = position
            }
        }
        return Enumeration(values)
    }

    /// Reads the constraints of numbers; returns nil if there are none.
    static func readNumber(_ type: TunableType, _ words: inout SpecWords) -> NumberRule? {
        guard type == .integer || type == .number else { return nil }
        let minimum = words.number(.minimum)
        let exclusiveMinimum = words.number(.exclusiveMinimum)
        let maximum = words.number(.maximum)
        let exclusiveMaximum = words.number(.exclusiveMaximum)
        words.checkOrder(.minimum, minimum, .maximum, maximum)
        words.checkOrder(.minimum, minimum, .exclusiveMaximum, exclusiveMaximum, isOpen: true)
        words.checkOrder(.exclusiveMinimum, exclusiveMinimum, .maximum, maximum, isOpen: true)
        words.checkOrder(.exclusiveMinimum, exclusiveMinimum, .exclusiveMaximum, exclusiveMaximum, isOpen: true)
        if let exclusiveMinimum, !exclusiveMinimum.isLess(than: exclusiveMinimum.neighbour(upwards: true)) {
            words.note(.nothingLegal, .exclusiveMinimum)
        }
        if let exclusiveMaximum, !exclusiveMaximum.neighbour(upwards: false).isLess(than: exclusiveMaximum) {
            words.note(.nothingLegal, .exclusiveMaximum)
        }
        let step = readStep(type, &words)
        if words.choice(.scale, of: NumberScale.self) == .log {
            words.checkPositive(.minimum, minimum)
            words.checkPositive(.exclusiveMinimum, exclusiveMinimum, orZero: true)
            words.checkPositive(.maximum, maximum)
            words.checkPositive(.exclusiveMaximum, exclusiveMaximum)
        }
        let bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum, step]
        guard type == .integer || bounds.contains(where: { $0 != nil }) else { return nil }
        return NumberRule(
            isWhole: type == .integer,
            minimum: minimum,
            exclusiveMinimum: exclusiveMinimum,
            maximum: maximum,
            exclusiveMaximum: exclusiveMaximum,
            step: step
        )
    }

    private static func readStep(_ type: TunableType, _ words: inout SpecWords) -> Number? {
        guard let step = words.number(.step) else { return nil }
        guard step.approximate > 0 else {
            words.note(.stepNotPositive(step.json), .step)
            return nil
        }
        guard type == .number || step.whole != nil else {
            words.note(.stepNotWhole(step.json), .step)
            return nil
        }
        return step
    }

    /// Reads the constraints of strings; returns nil if there are none.
    static func readString(_ words: inout SpecWords) -> StringRule? {
        let minLength = words.count(.minLength)
        let maxLength = words.count(.maxLength)
        checkCounts(.minLength, minLength, .maxLength, maxLength, &words)
        let format = words.choice(.format, of: ValueFormat.self)
        var pattern: RegularExpression?
        if let source = words.string(.pattern) {
            do {
                pattern = try RegularExpression(source)
            } catch {
                words.note(.pattern(error), .pattern)
            }
        }
        guard minLength != nil || maxLength != nil || format != nil || pattern != nil else { return nil }
        return StringRule(minLength: minLength, maxLength: maxLength, pattern: pattern, format: format)
    }

    /// Reads the constraints of arrays, and the normalized words of the items.
    mutating func readArray(
        _ object: JSONObject,
        _ dialect: SpecDialect,
        _ steps: [JSONSource.Step]
    ) -> (rule: ArrayRule, items: JSONObject?)? {
        var words = SpecWords(object, at: steps)
        let minItems = words.count(.minItems)
        let maxItems = words.count(.maxItems)
        SpecReader.checkCounts(.minItems, minItems, .maxItems, maxItems, &words)
        let isUnique = words.boolean(.uniqueItems)
        _ = words.choice(.merge, of: MergeRule.self)
        let onUnknown = words.choice(.onUnknown, of: UnknownItemRule.self)
        let before = faults.count
        add(words.faults)
        var items: Level?
        switch object[SpecWord.items.rawValue] {
        case nil: break
        case .object(let nested): items = read(nested, as: dialect.ofParts, at: steps + [.name("items")])
        case let other?: note(.kind(expected: .object, found: other.kind), steps, .items)
        }
        guard faults.count == before else { return nil }
        if onUnknown != nil, items?.rule.enumeration == nil {
            note(.dropsWithoutEnum, steps, .onUnknown)
        }
        let rule = ArrayRule(
            items: items?.rule,
            minItems: minItems,
            maxItems: maxItems,
            isUnique: isUnique,
            dropsUnknown: onUnknown == .drop
        )
        return (rule, items?.rule.definition)
    }

    /// Reads the constraints of objects; returns nil if there are none, or if they have faults.
    mutating func readObject(
        _ object: JSONObject,
        _ dialect: SpecDialect,
        _ steps: [JSONSource.Step]
    ) -> (rule: ObjectRule, properties: JSONObject)? {
        // A layer's schema is a rule of members also without words for them.
        let limits = [SpecWord.properties, .required, .additionalProperties]
        guard dialect == .schema || limits.contains(where: { object[$0.rawValue] != nil }) else { return nil }
        var words = SpecWords(object, at: steps)
        let required = words.strings(.required)
        let isOpen = object[SpecWord.additionalProperties.rawValue] == nil || words.boolean(.additionalProperties)
        let before = faults.count
        add(words.faults)
        var properties: [(name: String, rule: ValueRule)] = []
        var definitions = JSONObject()
        for (name, value) in members(of: object, steps) {
            let inside = steps + [.name("properties"), .name(name)]
            guard case .object(let nested) = value else {
                note(.kind(expected: .object, found: value.kind), inside)
                continue
            }
            guard let level = read(nested, as: dialect.ofParts, at: inside) else { continue }
            properties.append((name, level.rule))
            definitions[name] = .object(level.rule.definition)
        }
        guard faults.count == before else { return nil }
        return (ObjectRule(properties, required: required, allowsOthers: isOpen), definitions)
    }

    private mutating func members(of object: JSONObject, _ steps: [JSONSource.Step]) -> [(String, JSON)] {
        switch object[SpecWord.properties.rawValue] {
        case nil: return []
        case .object(let properties): return properties.members.map { ($0.name, $0.value) }
        case let other?:
            note(.kind(expected: .object, found: other.kind), steps, .properties)
            return []
        }
    }

    private static func checkCounts(
        _ lower: SpecWord,
        _ low: Int?,
        _ upper: SpecWord,
        _ high: Int?,
        _ words: inout SpecWords
    ) {
        words.checkOrder(lower, low.map { .integer(Int64($0)) }, upper, high.map { .integer(Int64($0)) })
    }
}
