import ConsoleCore
import JSONCore

extension WaitCondition {
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
}
