import CTuner
import JSONCore
import TunableEngine
import TunerClient

/// The words of a declaration that C code gives.
struct SpecWords: Sendable {
    typealias Word = (name: SpecWord, value: (any Encodable)?)

    /// The words as JSON, which can pass from thread to thread.
    private var values: [(name: SpecWord, value: JSON)] = []

    /// The words, for a declaration.
    var words: [Word] { values.map { ($0.name, TunerValue($0.value)) } }

    /// A text that is equal for equal words.
    var identity: String { "\(values)" }

    /// Reads a spec; throws if a text is not UTF-8, a number is not finite, or `more` cannot be used.
    init(_ spec: UnsafePointer<tuner_spec>?, isInteger: Bool) throws(CallError) {
        guard let spec = unsafe spec?.pointee else { return }
        func number(_ value: Double) -> JSON {
            if isInteger, let integer = Int64(exactly: value) { return .integer(integer) }
            return .double(value)
        }
        guard unsafe !spec.min.isNaN, unsafe !spec.max.isNaN, unsafe spec.step.isFinite else {
            throw .invalid("a limit is no number")
        }
        if unsafe spec.min != 0 || spec.max != 0 {
            if unsafe spec.min.isFinite { unsafe values.append((.minimum, number(spec.min))) }
            if unsafe spec.max.isFinite { unsafe values.append((.maximum, number(spec.max))) }
        }
        if unsafe spec.step != 0 { unsafe values.append((.step, number(spec.step))) }
        if unsafe spec.logarithmic { values.append((.scale, "log")) }
        if unsafe spec.secret { values.append((.secret, true)) }
        if let choices = unsafe spec.choices { values.append((.enum, .array(try unsafe SpecWords.texts(choices)))) }
        try unsafe append(.unit, spec.unit)
        try unsafe append(.description, spec.description)
        try unsafe append(.group, spec.group)
        for member in try unsafe members(spec.more, named: "spec").members {
            guard let name = SpecWord(rawValue: member.name), name != .type, name != .default else {
                throw .invalid("a spec has no keyword \(member.name)")
            }
            values.append((name, member.value))
        }
    }

    /// Appends a word whose value is a text, unless it is NULL.
    private mutating func append(_ name: SpecWord, _ text: UnsafePointer<CChar>?) throws(CallError) {
        if let text = try unsafe optionalString(text, named: name.rawValue) { values.append((name, .string(text))) }
    }

    /// Returns the texts of an array that ends with NULL.
    private static func texts(_ array: UnsafePointer<UnsafePointer<CChar>?>) throws(CallError) -> [JSON] {
        var texts: [JSON] = []
        var next = unsafe array
        while let text = unsafe next.pointee {
            texts.append(.string(try unsafe string(text, named: "choice")))
            unsafe next += 1
        }
        return texts
    }
}
