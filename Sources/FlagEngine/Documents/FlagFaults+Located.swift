import JSONCore

extension FlagFaults {
    /// Creates faults with lines, and adds names that an object repeats; this parses the text again, more slowly.
    init(located faults: [FlagFault], in text: Span<UInt8>, depthLimit: Int) {
        guard let source = try? JSONSource(text, depthLimit: depthLimit) else {
            preconditionFailure("a text that was read can be read again")
        }
        var located = faults.map { $0.located(in: source, text) }
        for duplicate in source.duplicates.prefix(FlagFaults.limit - located.count) {
            located.append(FlagFault(duplicate, in: text))
        }
        self.init(FlagFaults.sorted(located))
    }
}

extension FlagFault {
    /// Creates the fault of a name that an object repeats.
    init(_ duplicate: JSONSource.Duplicate, in text: Span<UInt8>) {
        let first = JSONFault.position(of: duplicate.first, in: text).line
        self.init(.repeated(duplicate.name, firstLine: first))
        position = Position(JSONFault.position(of: duplicate.again, in: text))
    }

    /// Returns the fault with the position of its place in the text.
    func located(in source: JSONSource, _ text: Span<UInt8>) -> FlagFault {
        var located = self
        located.position = Position(JSONFault.position(of: source.offset(of: place, in: text), in: text))
        return located
    }

    /// Returns the fault with each position mapped to another text.
    package func moved(_ move: (Position) -> Position) -> FlagFault {
        var moved = self
        if case .repeated(let name, let firstLine) = problem {
            moved = FlagFault(.repeated(name, firstLine: move(Position(line: firstLine, column: 1)).line), at: place)
        }
        moved.position = position.map(move)
        return moved
    }
}

extension FlagFaults {
    /// Returns the faults with each position mapped to another text, sorted by the new positions.
    package func moved(_ move: (FlagFault.Position) -> FlagFault.Position) -> FlagFaults {
        FlagFaults(FlagFaults.sorted(faults.map { $0.moved(move) }))
    }

    private static func sorted(_ faults: [FlagFault]) -> [FlagFault] {
        faults.sorted { ($0.position?.order ?? (0, 0)) < ($1.position?.order ?? (0, 0)) }
    }
}

extension JSONSource {
    /// Returns the offset of a path in the text, or of its longest prefix that exists there.
    ///
    /// A fault inside an inlined shared rule has a path that the text does not contain.
    fileprivate func offset(of path: [Step], in text: Span<UInt8>) -> Int {
        var path = path
        while true {
            if let node = node(at: path, in: text) {
                return node.name?.lowerBound ?? node.value.lowerBound
            }
            path.removeLast()
        }
    }
}

extension FlagFault.Position {
    init(_ place: (line: Int, column: Int)) {
        self.init(line: place.line, column: place.column)
    }

    var order: (Int, Int) { (line, column) }
}
