import JSONCore

/// The constraints of a string, whose length is the number of its Unicode scalars.
struct StringRule: Sendable {
    let minLength: Int?
    let maxLength: Int?
    let pattern: RegularExpression?
    let format: ValueFormat?

    /// Returns the first constraint that a string violates, or nil.
    func problem(in text: String, _ effort: inout SearchEffort) -> ValueFault.Problem? {
        if minLength != nil || maxLength != nil {
            let length = text.unicodeScalars.count
            if let minLength, length < minLength {
                return .minLength(length)
            }
            if let maxLength, length > maxLength {
                return .maxLength(length)
            }
        }
        if let format, !format.includes(text) {
            return .format(format)
        }
        do throws(SearchEffort.Exhausted) {
            if let pattern, try !pattern.matches(text, &effort) {
                return .pattern
            }
        } catch {
            return .patternEffort
        }
        return nil
    }
}
