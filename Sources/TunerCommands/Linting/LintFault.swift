import JSONCore

/// A fault in a file, with its position.
struct LintFault {
    /// The path from the document to the fault.
    let steps: [JSONSource.Step]
    /// The predicate of a sentence whose subject is the path.
    let message: String
    /// The line and the column of the fault, from 1; nil for a fault of the whole file.
    var line: Int?
    var column: Int?

    init(_ steps: [JSONSource.Step], _ message: String, line: Int? = nil, column: Int? = nil) {
        self.steps = steps
        self.message = message
        self.line = line
        self.column = column
    }

    /// The path for people: `a/b/0`.
    var path: String {
        steps.map { step in
            switch step {
            case .name(let name): name.isEmpty ? "\"\"" : name.shown
            case .position(let position): "\(position)"
            }
        }.joined(separator: "/")
    }

    /// Returns the line to print: `plan.json:3:20: a/b: must be a number, got a string`.
    func text(of file: String) -> String {
        let position = line.map { ":\($0)\(column.map { ":\($0)" } ?? "")" } ?? ""
        return "\(file)\(position): \(path.isEmpty ? "" : "\(path): ")\(message)\n"
    }

    /// The fault for programs.
    var json: JSON {
        var members: JSONObject = ["path": .string(path), "message": .string(message)]
        members["line"] = line.map { .integer(Int64($0)) }
        members["column"] = column.map { .integer(Int64($0)) }
        return .object(members)
    }

    /// Returns whether a fault is before another: by path, with a shorter path first and array elements by index.
    static func precedes(_ left: LintFault, _ right: LintFault) -> Bool {
        for (left, right) in zip(left.steps, right.steps) where left != right {
            switch (left, right) {
            case (.position(let left), .position(let right)): return left < right
            case (.name(let left), .name(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
            case (.position, .name): return true
            case (.name, .position): return false
            }
        }
        return left.steps.count < right.steps.count
    }
}
