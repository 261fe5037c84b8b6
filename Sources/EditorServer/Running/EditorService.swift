package import ClientCore
import LoopCore
package import SystemCore

/// A language server on standard input and output, with one thread and one connection to the daemon.
package final class EditorService {
    private let loop: EventLoop
    private let server: any MessageServer
    private let other: OtherServer?
    private let calls = LinkCalls()
    private let daemon: DaemonLink.Settings
    /// The link to the daemon, from `initialize` on: then the name of the editor is known.
    private var link: LinkSource?
    private let input: EditorInput
    private let output: EditorOutput
    private var timer: (deadline: MonotonicTime, id: TimerHeap.ID)?
    private var editor: WatchedProcess?
    private let codeRelease: CodeRelease

    package init(_ daemon: DaemonLink.Settings, _ options: EditorOptions) throws(SystemError) {
        self.daemon = daemon
        // Standard input may be a file, which epoll refuses.
        loop = try EventLoop(.poll)
        codeRelease = CodeRelease(on: loop)
        let own = LanguageServer(calls, options)
        if let command = options.otherServer {
            let servers = JoinedServers(own)
            server = servers
            other = try OtherServer(command, servers, on: loop)
        } else {
            (server, other) = (own, nil)
        }
        input = try EditorInput(server, on: loop)
        output = try EditorOutput(server, on: loop)
        loop.atEndOfTurn { [unowned self] in endTurn() }
    }

    /// Serves until the client has ended the server or is gone, and returns the exit code.
    package func run() throws(SystemError) -> Int32 {
        try loop.run()
        link?.close()
        other?.stop()
        return server.exitCode ?? 1
    }

    private func endTurn() {
        server.advance()
        if link == nil, let name = server.clientName { connect(name) }
        if editor == nil, let process = server.editorProcess { editor = WatchedProcess(process, on: loop) }
        output.writeWhenPossible()
        other?.writeWhenPossible()
        let isDone = server.exitCode != nil && !server.hasOutput
        if isDone || output.isClosed || editor?.hasEnded == true { loop.stop() }
        schedule(server.deadline)
        codeRelease.noteTurn()
    }

    private func connect(_ name: String) {
        var settings = daemon
        settings.client = name
        let link = DaemonLink(settings)
        calls.link = link
        self.link = LinkSource(link, on: loop) { [unowned self] event, text in
            server.handle(event, text)
            if case .ready = event { link.confirm() }
            if server.hasLostWorld { link.drop() }
        }
    }

    private func schedule(_ deadline: MonotonicTime?) {
        guard deadline != timer?.deadline else { return }
        if let timer { loop.cancel(timer.id) }
        timer = deadline.map { time in
            (time, loop.schedule(at: time) { [unowned self] in timer = nil })
        }
    }
}
