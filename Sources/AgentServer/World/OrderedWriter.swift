/// Lets a writer make one change after the other, although the client may send several calls at once.
final class OrderedWriter: AgentWriter {
    private typealias Operation = (_ end: @escaping (AgentOutcome) -> Void) -> Void

    /// The writer that makes the changes.
    let writer: any AgentWriter
    private var waiting: [(run: Operation, handle: (AgentOutcome) -> Void)] = []
    private var isBusy = false

    init(_ writer: some AgentWriter) { self.writer = writer }

    func endWorld() { writer.endWorld() }

    func write(_ change: AgentChange, _ handle: @escaping (AgentOutcome) -> Void) {
        perform({ [writer] end in writer.write(change, end) }, handle)
    }

    func undo(all: Bool, _ handle: @escaping (AgentOutcome) -> Void) {
        perform({ [writer] end in writer.undo(all: all, end) }, handle)
    }

    private func perform(_ run: @escaping Operation, _ handle: @escaping (AgentOutcome) -> Void) {
        waiting.append((run, handle))
        performNext()
    }

    private func performNext() {
        guard !isBusy, !waiting.isEmpty else { return }
        isBusy = true
        let (run, handle) = waiting.removeFirst()
        run { [self] outcome in
            isBusy = false
            handle(outcome)
            performNext()
        }
    }
}
