import JSONCore

extension FlagFaults {
    /// Creates faults with lines, and adds names that an object repeats; this parses the text again, more slowly.
    init(located faults: [FlagFault], more: Int = 0, in text: Span<UInt8>, depthLimit: Int) {
        guard let source = try? JSONSource(text, depthLimit: depthLimit) else {
            preconditionFailure("a text that was read can be read again")
        }
        let repeated = source.faultsOfDuplicates(limit: FlagFaults.limit - faults.count, in: text)
        self.init(
            FlagFaults.sorted(source.located(faults, in: text) + repeated),
            more: more + source.duplicates.count - repeated.count
        )
    }
}

extension JSONSource {
    /// Returns the faults with the positions of their paths in the text.
    ///
    /// A fault inside an inlined shared rule has a path that the text does not contain. Then the longest beginning of
    /// the path counts.
    func located(_ faults: [FlagFault], in text: Span<UInt8>) -> [FlagFault] {
        let nodes = nearestNodes(to: faults.map(\.steps), in: text)
        let positions = JSONFault.positions(of: nodes.map { $0.name?.lowerBound ?? $0.value.lowerBound }, in: text)
        return zip(faults, positions).map { fault, position in
            var located = fault
            located.position = FlagFault.Position(position)
            return located
        }
    }

    /// Returns the faults of the first names that an object repeats.
    func faultsOfDuplicates(limit: Int, in text: Span<UInt8>) -> [FlagFault] {
        let duplicates = duplicates.prefix(limit)
        let first = JSONFault.positions(of: duplicates.map(\.first), in: text)
        let again = JSONFault.positions(of: duplicates.map(\.again), in: text)
        return zip(duplicates, zip(first, again)).map { duplicate, positions in
            var fault = FlagFault(.repeated(duplicate.name, firstLine: positions.0.line))
            fault.position = FlagFault.Position(positions.1)
            return fault
        }
    }
}

extension FlagFault {
    /// Returns the fault with each position mapped to another text.
    package func moved(_ move: (Position) -> Position) -> FlagFault {
        var moved = self
        if case .repeated(let name, let firstLine) = problem {
            moved = FlagFault(.repeated(name, firstLine: move(Position(line: firstLine, column: 1)).line), at: steps)
        }
        moved.position = position.map(move)
        return moved
    }
}

extension FlagFaults {
    /// Returns the faults with each position mapped to another text, sorted by the new positions.
    package func moved(_ move: (FlagFault.Position) -> FlagFault.Position) -> FlagFaults {
        FlagFaults(FlagFaults.sorted(faults.map { $0.moved(move) }), more: more)
    }

    private static func sorted(_ faults: [FlagFault]) -> [FlagFault] {
        faults.sorted { ($0.position?.order ?? (0, 0)) < ($1.position?.order ?? (0, 0)) }
    }
}

extension FlagFault.Position {
    init(_ position: (line: Int, column: Int)) {
        self.init(line: position.line, column: position.column)
    }

    var order: (Int, Int) { (line, column) }
}
