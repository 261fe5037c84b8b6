import JSONCore

/// The words of one object, read with the type that each must have; wrong types are noted as faults.
struct SpecWords {
    let object: JSONObject
    let steps: [JSONSource.Step]
    private(set) var faults: [SpecFault] = []

    init(_ object: JSONObject, at steps: [JSONSource.Step]) {
        self.object = object
        self.steps = steps
    }

    /// The known words of the object.
    var present: [SpecWord] { object.members.compactMap { SpecWord(rawValue: $0.name) } }

    mutating func note(_ problem: SpecFault.Problem, _ word: SpecWord, _ position: Int? = nil) {
        let step = position.map { [JSONSource.Step.position($0)] } ?? []
        faults.append(SpecFault(problem, at: steps + [.name(word.rawValue)] + step))
    }

    mutating func number(_ word: SpecWord) -> Number? {
        guard let value = object[word.rawValue] else { return nil }
        guard let number = Number(value) else {
            note(.kind(expected: .number, found: value.kind), word)
            return nil
        }
        return number
    }

    mutating func count(_ word: SpecWord) -> Int? {
        guard let value = object[word.rawValue] else { return nil }
        guard let count = Number(value)?.whole, count >= 0 else {
            note(.kind(expected: .count, found: value.kind), word)
            return nil
        }
        return Int(count)
    }

    mutating func boolean(_ word: SpecWord) -> Bool {
        guard let value = object[word.rawValue] else { return false }
        guard case .boolean(let boolean) = value else {
            note(.kind(expected: .boolean, found: value.kind), word)
            return false
        }
        return boolean
    }

    mutating func string(_ word: SpecWord) -> String? {
        guard let value = object[word.rawValue] else { return nil }
        guard case .string(let string) = value else {
            note(.kind(expected: .string, found: value.kind), word)
            return nil
        }
        return string
    }

    /// Reads a word whose value is one of a few names.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ word: SpecWord, of type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let name = string(word) else { return nil }
        if let choice = Choice(rawValue: name) {
            return choice
        }
        let names = Choice.allCases.map(\.rawValue)
        note(.word(name, among: names, nearest: NearestName.nearest(to: name, among: names)), word)
        return nil
    }

    @discardableResult
    mutating func strings(_ word: SpecWord) -> [String] {
        guard let value = object[word.rawValue] else { return [] }
        guard case .array(let elements) = value else {
            note(.kind(expected: .strings, found: value.kind), word)
            return []
        }
        var strings: [String] = []
        for (position, element) in elements.enumerated() {
            guard case .string(let string) = element else {
                note(.kind(expected: .string, found: element.kind), word, position)
                continue
            }
            strings.append(string)
        }
        return strings
    }

    /// Notes a fault if no value is between two bounds.
    mutating func checkOrder(
        _ lower: SpecWord,
        _ low: Number?,
        _ upper: SpecWord,
        _ high: Number?,
        isOpen: Bool = false
    ) {
        guard let low, let high, high.isLess(than: low) || isOpen && high.isSame(as: low) else { return }
        note(.crossed(low.json, other: upper.rawValue, high.json), lower)
    }

    /// Notes a fault if a logarithmic scale cannot have a bound, because the bound is too low.
    mutating func checkPositive(_ word: SpecWord, _ bound: Number?, orZero: Bool = false) {
        guard let bound, bound.approximate < 0 || bound.approximate == 0 && !orZero else { return }
        note(.notLogarithmic(word, bound.json), .scale)
    }

    /// Checks the types of words that constrain no value, such as `title`.
    mutating func checkAnnotations() {
        for word in [SpecWord.title, .description, .unit, .group] {
            _ = string(word)
        }
        for word in [SpecWord.restart, .readOnly, .secret, .deprecated] {
            _ = boolean(word)
        }
        strings(.tags)
    }
}
