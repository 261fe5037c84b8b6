import JSONCore

/// Something wrong with a file, and where in it.
struct LintFault {
    /// The way from the whole to what is wrong.
    let place: [JSONSource.Step]
    /// What is wrong, as a sentence without its subject.
    let message: String
    /// Where that stands, both from 1; none where it is about the file as a whole.
    var line: Int?
    var column: Int?

    init(_ place: [JSONSource.Step], _ message: String, line: Int? = nil, column: Int? = nil) {
        self.place = place
        self.message = message
        self.line = line
        self.column = column
    }

    /// The way as people write it: `a/b/0`.
    var path: String {
        place.map { step in
            switch step {
            case .name(let name): name.isEmpty ? "\"\"" : name.shown
            case .position(let position): "\(position)"
            }
        }.joined(separator: "/")
    }

    /// The line that is printed: `plan.json:3:20: a/b: must be a number, got a string`.
    func text(of file: String) -> String {
        let position = line.map { ":\($0)\(column.map { ":\($0)" } ?? "")" } ?? ""
        return "\(file)\(position): \(path.isEmpty ? "" : "\(path): ")\(message)\n"
    }

    /// As programs read it.
    var json: JSON {
        var members: JSONObject = ["path": .string(path), "message": .string(message)]
        members["line"] = line.map { .integer(Int64($0)) }
        members["column"] = column.map { .integer(Int64($0)) }
        return .object(members)
    }

    /// By their ways, a shorter one first, elements by their number.
    static func precedes(_ left: LintFault, _ right: LintFault) -> Bool {
        for (left, right) in zip(left.place, right.place) where left != right {
            switch (left, right) {
            case (.position(let left), .position(let right)): return left < right
            case (.name(let left), .name(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
            case (.position, .name): return true
            case (.name, .position): return false
            }
        }
        return left.place.count < right.place.count
    }
}
