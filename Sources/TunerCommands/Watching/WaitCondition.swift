import JSONCore

/// The condition that ends a wait for a value.
enum WaitCondition {
    /// Any value.
    case present
    /// Another value than at the start of the wait.
    case changed
    /// The value that a text means for the key.
    case equal(String)
    case above(JSON)
    case below(JSON)

    /// Creates the condition of a command line.
    init(_ invocation: Invocation, _ options: WaitOptions) throws(Failure) {
        var conditions: [WaitCondition] = []
        let words = try invocation.arguments
        if words.count > 1 { conditions.append(.equal(words[1])) }
        if let bound = options.above { conditions.append(.above(bound)) }
        if let bound = options.below { conditions.append(.below(bound)) }
        if options.waitsForChange { conditions.append(.changed) }
        guard conditions.count <= 1 else { throw .usage(UsageError(.severalConditions, command: "wait")) }
        self = conditions.first ?? .present
    }

    /// Returns whether a number is greater than another; false for other values.
    static func isMore(_ value: JSON, than bound: JSON) -> Bool {
        switch (value, bound) {
        case (.integer(let value), .integer(let bound)): value > bound
        case (.integer(let value), .double(let bound)): Double(value) > bound
        case (.double(let value), .integer(let bound)): value > Double(bound)
        case (.double(let value), .double(let bound)): value > bound
        default: false
        }
    }
}
