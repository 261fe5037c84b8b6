package import JSONCore
package import StateCore
import TunableEngine

/// The records of a snapshot.
package enum StateLines {
    /// Passes each record of a state to `body`, in the order that ``StateLoader`` expects, without its newline.
    package static func forEach<Failure: Error>(
        of state: State,
        _ softState: SoftState,
        _ body: (borrowing ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = JSONWriter()
        try pass(HeadLine(state), by: &writer, to: body)
        for layer in state.allLayers {
            try pass(LayerLine(layer), by: &writer, to: body)
        }
        try state.visitTunables { (key, tunable) throws(Failure) in
            try pass(TunableLine(key, copy tunable), by: &writer, to: body)
            return true
        }
        try state.visitFlags { (key, flag) throws(Failure) in
            if let line = FlagLine(key, flag) {
                try pass(line, by: &writer, to: body)
            }
            return true
        }
        for pending in state.allTries {
            try pass(TryLine(pending), by: &writer, to: body)
        }
        for commit in state.history.oldestFirst {
            try pass(PastLine(commit), by: &writer, to: body)
        }
        try pass(SoftLine(softState), by: &writer, to: body)
    }

    private static func pass<Failure: Error>(
        _ line: some JSONWritable,
        by writer: inout JSONWriter,
        to body: (borrowing ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        writer.bytes.removeAll()
        write(line, to: &writer)
        try body(writer.bytes)
    }

    /// Appends the line of soft state with its newline.
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
