import ServiceCore
import SystemCore

/// A daemon, a gateway and a program that draws, together until the program ends.
struct Demo {
    /// The variable with the file that has the line for the playground.
    private static let hint = "PLAYGROUND_HINT_FILE"
    /// The time between two looks whether the link must be replaced.
    private static let interval = Duration.milliseconds(500)

    let opensBrowser: Bool

    /// Returns the path of a program beside this one.
    static func program(_ name: String) throws(DemoFault) -> RawText {
        let directory = Kernel.programPath.map { Path.directory(of: $0) } ?? "."
        let path = "\(directory)/\(name)"
        guard Kernel.isProgram(path) else { throw .notBuilt(path) }
        return RawText(path: path)
    }

    /// Runs everything until the playground has ended.
    func run() throws {
        // Ctrl-C ends the playground, which restores the terminal first. The signal reaches all programs of the terminal.
        let signals = try SignalSource([.interrupt, .terminate, .hangup, .child])
        let servers = try DemoServers()
        defer { servers.stop() }
        try prepareEnvironment(servers)
        var link = try servers.link()
        if opensBrowser { try openBrowser() }
        try Kernel.setEnvironment(Demo.hint, toPath: servers.hint)
        let isOnTerminal = try Kernel.withStandardOutput { Kernel.isTerminal($0) }
        try show(link, servers, isOnTerminal)
        let playground = try startPlayground(isShown: isOnTerminal)
        try wait(for: playground, signals) {
            if try link.renew() { try show(link, servers, isOnTerminal) }
        }
    }

    /// Shows the link below the picture, or prints it if there is no picture.
    private func show(_ link: DemoLink, _ servers: DemoServers, _ isOnTerminal: Bool) throws {
        try servers.show(link)
        if !isOnTerminal { StandardStreams.print("\(link.url)\n") }
    }

    private func prepareEnvironment(_ servers: DemoServers) throws {
        try Kernel.setEnvironment("TUNER_SOCKET", toPath: servers.socket)
        // A world of another daemon.
        Kernel.removeFromEnvironment("TUNER_WORLD")
    }

    /// Opens the page with the browser of the desktop, if there is one.
    private func openBrowser() throws {
        let nothing = try Kernel.open("/dev/null", [.read, .write])
        let pid = try Kernel.spawn(try Demo.program("tunerctl"), [RawText("web")], reading: nothing, logging: nothing)
        _ = try Kernel.waitForEnd(ofChild: pid)
    }

    private func startPlayground(isShown: Bool) throws -> Int32 {
        let program = try Demo.program("playground-example")
        if isShown { return try Kernel.spawn(program, []) }
        let nothing = try Kernel.open("/dev/null", [.read, .write])
        return try Kernel.spawn(program, [], reading: nothing, writing: nothing)
    }

    /// Passes signals on to a program, and waits until it has ended; calls a closure from time to time.
    private func wait(for pid: Int32, _ signals: borrowing SignalSource, _ look: () throws -> Void) throws {
        let poller = try Poller(.poll)
        try poller.add(signals.descriptor, token: 0, interest: .readable)
        var events: [PollerEvent] = []
        while true {
            if try Kernel.end(ofChild: pid) != nil { return }
            try poller.wait(.duration(Demo.interval), into: &events)
            try look()
            while let signal = try signals.next() {
                if signal != .child { Kernel.send(signal == .hangup ? .interrupt : signal, to: pid) }
            }
        }
    }
}
