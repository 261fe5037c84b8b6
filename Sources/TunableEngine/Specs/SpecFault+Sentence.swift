package import JSONCore

extension SpecFault: CustomStringConvertible {
    /// One sentence for a person: the path in the spec and what is wrong there.
    package var description: String {
        let subject = subject
        return switch problem {
        case .kind(let expected, let found): "\(subject) must be \(expected.words), got \(found.words)"
        case .word(let word, let known, let nearest):
            "\(subject) must be one of \(known.joined(separator: ", ")), got \(word.shown)" + Self.guess(nearest)
        case .noType:
            "\(subject) has no type; use one of \(TunableType.allCases.map(\.rawValue).joined(separator: ", "))"
        case .unknown(let nearest): "\(subject) is not a keyword of specs" + Self.guess(nearest)
        case .foreign(let type): "\(subject) is not allowed for the type \(type.rawValue)"
        case .misplaced: "\(subject) is allowed only at the top level of a spec"
        case .crossed(let value, let other, let otherValue):
            "\(subject) is \(value.shownText) and \(other) is \(otherValue.shownText), so no value is possible"
        case .stepNotPositive(let step): "\(subject) must be more than 0, got \(step.shownText)"
        case .stepNotWhole(let step): "\(subject) must be a whole number for the type integer, got \(step.shownText)"
        case .notLogarithmic(let bound, let value):
            "\(subject) is log, so \(bound.rawValue) must be \(bound == .exclusiveMinimum ? "at least" : "more than") 0, "
                + "got \(value.shownText)"
        case .pattern(let fault): "\(subject) \(fault)"
        case .noValues: "\(subject) must have a value"
        case .repeated(let first): "\(subject) is equal to the value at index \(first)"
        case .breaks(let fault): fault.sentence(about: subject)
        case .dropsWithoutEnum: "\(subject) needs an enum in items"
        case .nothingLegal: "\(subject) allows no value"
        case .tooDeep(let limit): "\(subject) is nested deeper than \(limit) levels"
        }
    }

    /// The path at the start of the sentence: a word of the spec itself needs no pointer.
    package var subject: String {
        switch steps.first {
        case nil: "the spec"
        case .name(let word)? where steps.count == 1: word.shown
        default: pointer.shown
        }
    }

    /// The members of the error's `data`: the path, and what explains the problem.
    package var facts: JSONObject {
        var facts: JSONObject = ["pointer": .string(pointer)]
        switch problem {
        case .word(let word, let known, let nearest):
            facts["value"] = .string(word.shortened)
            facts["expected"] = .array(known.map(JSON.string))
            facts["nearest"] = nearest.map(JSON.string)
        case .unknown(let nearest): facts["nearest"] = nearest.map(JSON.string)
        case .pattern(let fault): facts["character"] = .integer(Int64(fault.offset))
        case .breaks(let fault):
            for fact in fault.facts.members {
                facts[fact.name] = fact.value
            }
        default: break
        }
        return facts
    }

    private static func guess(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0.shown)?" } ?? ""
    }
}

extension SpecFault.Expected {
    fileprivate var words: String {
        switch self {
        case .object: "an object"
        case .string: "a string"
        case .boolean: "true or false"
        case .number: "a number"
        case .count: "a whole number, 0 or more"
        case .array: "an array"
        case .strings: "an array of strings"
        case .bareType: "the name of one type"
        }
    }
}
