package import JSONCore
package import StateCore
import TunableEngine

/// The lines that make a state: what a snapshot holds.
package enum StateLines {
    /// Hands over a state's lines in the order in which a loader wants them, each without its newline, until `take`
    /// answers `false`; whether it never did.
    package static func forEach(
        of state: State,
        _ softState: SoftState,
        _ take: (borrowing ByteBuffer) -> Bool
    ) -> Bool {
        var writer = JSONWriter()
        func tell(_ line: some JSONWritable) -> Bool {
            writer.bytes.removeAll()
            StateLines.write(line, to: &writer)
            return take(writer.bytes)
        }
        guard tell(HeadLine(state)) else { return false }
        for layer in state.allLayers where !tell(LayerLine(layer)) { return false }
        var goesOn = true
        state.visitTunables { key, tunable in
            goesOn = tell(TunableLine(key, copy tunable))
            return goesOn
        }
        guard goesOn else { return false }
        state.visitFlags { key, flag in
            goesOn = FlagLine(key, flag).map { tell($0) } ?? true
            return goesOn
        }
        guard goesOn else { return false }
        for commit in state.history.oldestFirst where !tell(PastLine(commit)) { return false }
        return tell(SoftLine(softState))
    }

    /// Adds the line of soft state, its newline too.
    static func append(_ softState: SoftState, to writer: inout JSONWriter) {
        write(SoftLine(softState), to: &writer)
        writer.bytes.append(UInt8(ascii: "\n"))
    }

    private static func write(_ line: some JSONWritable, to writer: inout JSONWriter) {
        do {
            try line.write(to: &writer)
            writer.endText()
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
    }
}
