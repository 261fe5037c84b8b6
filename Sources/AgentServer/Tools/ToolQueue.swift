/// Runs the calls of a session in the order in which the client has sent them, although it may send several at once.
final class ToolQueue {
    private let daemon: any AgentDaemon
    private var waiting: [(tool: AgentTool, call: ToolCall)] = []
    private var isBusy = false

    init(_ daemon: any AgentDaemon) { self.daemon = daemon }

    func add(_ call: ToolCall, of tool: AgentTool) {
        waiting.append((tool, call))
        runNext()
    }

    private func runNext() {
        while !isBusy, !waiting.isEmpty {
            let (tool, call) = waiting.removeFirst()
            guard call.isWanted else { continue }
            switch tool.effect {
            // A measurement takes long, and uses separate worlds: no call waits for it.
            case .runsCommands: tool.run(call)
            case .reads, .writes: run(tool, call)
            }
        }
    }

    /// Runs a tool, unless the client cancels the call before the daemon responds: then it must not be made later.
    private func run(_ tool: AgentTool, _ call: ToolCall) {
        isBusy = true
        call.whenEnded = { [weak self] in self?.finish() }
        daemon.whenReady { [weak self] failure in
            guard call.isWanted else { return self?.finish() ?? () }
            if let failure { call.fail(failure) } else { tool.run(call) }
        }
    }

    private func finish() {
        isBusy = false
        runNext()
    }
}
