/// The operation of a node: JsonLogic's operators, flagd's operators, and two without a name.
enum RuleOperator: UInt8, Sendable {
    /// A value that does not depend on the context.
    case constant
    /// An array whose elements are evaluated.
    case array

    case equal
    case identical
    case notEqual
    case notIdentical
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual
    case not
    case truth
    case and
    case or
    case `if`

    case add
    case subtract
    case multiply
    case divide
    case remainder
    case minimum
    case maximum

    case concatenate
    case substring
    case isIn
    case merge
    case log

    case variable
    /// A variable whose name is computed.
    case computedVariable
    case missing
    case missingSome

    case filter
    case map
    case reduce
    case all
    case none
    case some

    case fractional
    case startsWith
    case endsWith
    case version

    /// The other name of `if`.
    static let otherIf = "?:"

    private static let named: [String: RuleOperator] = [
        "==": .equal, "===": .identical, "!=": .notEqual, "!==": .notIdentical, "<": .less, "<=": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "!": .not, "!!": .truth, "and": .and, "or": .or, "if": .if, otherIf: .if,
        "+": .add, "-": .subtract, "*": .multiply, "/": .divide, "%": .remainder, "min": .minimum, "max": .maximum,
        "cat": .concatenate, "substr": .substring, "in": .isIn, "merge": .merge, "log": .log, "var": .variable,
        "missing": .missing, "missing_some": .missingSome, "filter": .filter, "map": .map, "reduce": .reduce,
        "all": .all, "none": .none, "some": .some, "fractional": .fractional, "starts_with": .startsWith,
        "ends_with": .endsWith, "sem_ver": .version,
    ]

    /// The names that rules may use.
    static var names: some Sequence<String> { named.keys.sorted() }

    /// Returns the operator with a name, or nil if there is none.
    static func named(_ name: String) -> RuleOperator? { named[name] }

    /// The operator's usual name; empty if it has none.
    var name: String {
        switch self {
        case .if: "if"
        case .computedVariable: "var"
        default: RuleOperator.named.first { $0.value == self }?.key ?? ""
        }
    }

    /// Whether the value is always a boolean.
    var isPredicate: Bool {
        switch self {
        case .equal, .identical, .notEqual, .notIdentical, .less, .lessOrEqual, .greater, .greaterOrEqual, .not, .truth,
            .isIn, .all, .none, .some:
            true
        default: false
        }
    }

    /// Whether the result depends only on the operands, and explanations do not show the operator.
    var isFoldable: Bool {
        switch self {
        case .constant, .and, .or, .if, .variable, .computedVariable, .missing, .missingSome, .filter, .map, .reduce,
            .all, .none, .some, .fractional:
            false
        default: true
        }
    }
}
