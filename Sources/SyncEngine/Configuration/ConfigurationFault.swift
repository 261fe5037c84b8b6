package import JSONCore

/// A fault in a configuration, and where it is.
package struct ConfigurationFault: Error, Equatable, Sendable {
    /// The path to the wrong value.
    package let path: [JSONSource.Step]
    package let message: String
    package internal(set) var line: Int
    package internal(set) var column: Int
    /// The offset of the fault; nil for the value at the path.
    var offset: Int?

    init(_ path: [JSONSource.Step], _ message: String, line: Int = 1, column: Int = 1) {
        (self.path, self.message, self.line, self.column) = (path, message, line, column)
    }

    /// Returns the line for a person: `FILE:LINE:COLUMN: PATH: MESSAGE`.
    package func text(of file: String) -> String { "\(file):\(line):\(column): \(sentence)" }

    /// The path, unless it is the whole document, and the message.
    var sentence: String {
        let steps = path.map { step in
            switch step {
            case .name(let name): name.shown
            case .position(let position): "\(position)"
            }
        }
        return (steps.isEmpty ? "" : "\(steps.joined(separator: "/")): ") + message
    }
}

/// All faults in a configuration, in the order of the text.
package struct ConfigurationFaults: Error, Equatable, Sendable {
    package let faults: [ConfigurationFault]

    init(_ faults: [ConfigurationFault]) { self.faults = faults }

    /// Adds the positions to faults.
    init(_ faults: [ConfigurationFault], in source: JSONSource, _ text: Span<UInt8>) {
        let nodes = source.nearestNodes(to: faults.map(\.path), in: text)
        let offsets = zip(faults, nodes).map { fault, node in fault.offset ?? node.value.lowerBound }
        let positions = JSONFault.positions(of: offsets, in: text)
        let located = zip(faults, positions).map { fault, position in
            var located = fault
            (located.line, located.column) = position
            return located
        }
        self.faults = located.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
