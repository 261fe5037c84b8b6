import JSONCore

/// The condition that ends a wait for a value.
enum WaitCondition {
    /// Anything, as long as there is one.
    case present
    /// Another one than when the wait began.
    case changed
    /// What a text stands for.
    case equal(String)
    case above(JSON)
    case below(JSON)

    /// The one that a line asks for.
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

    /// Whether a number is more than another one; no other value is.
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
