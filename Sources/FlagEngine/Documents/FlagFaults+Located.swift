import JSONCore

extension FlagFaults {
    /// Creates faults with lines, and adds names that an object repeats; this parses the text again, more slowly.
    init(located faults: [FlagFault], in text: Span<UInt8>, depthLimit: Int) {
        guard let source = try? JSONSource(text, depthLimit: depthLimit) else {
            preconditionFailure("a text that was read can be read again")
        }
        var located = faults
        for index in located.indices {
            let offset = source.offset(of: located[index].place, in: text)
            located[index].position = FlagFault.Position(JSONFault.position(of: offset, in: text))
        }
        for duplicate in source.duplicates.prefix(FlagFaults.limit - located.count) {
            let first = JSONFault.position(of: duplicate.first, in: text).line
            var fault = FlagFault(.repeated(duplicate.name, firstLine: first))
            fault.position = FlagFault.Position(JSONFault.position(of: duplicate.again, in: text))
            located.append(fault)
        }
        self.init(FlagFaults.sorted(located))
    }
}

extension FlagFaults {
    /// Returns the faults with each position mapped to another text, sorted by the new positions.
    package func moved(_ move: (FlagFault.Position) -> FlagFault.Position) -> FlagFaults {
        let moved = faults.map { fault in
            var moved = fault
            if case .repeated(let name, let firstLine) = fault.problem {
                let first = move(FlagFault.Position(line: firstLine, column: 1))
                moved = FlagFault(.repeated(name, firstLine: first.line), at: fault.place)
            }
            moved.position = fault.position.map(move)
            return moved
        }
        return FlagFaults(FlagFaults.sorted(moved))
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

    fileprivate var order: (Int, Int) { (line, column) }
}
