import ConsoleCore
import JSONCore
import SystemCore
import TestSupport

/// A real Firefox without a window, which a test controls through WebDriver BiDi.
final class Firefox: WebBrowser {
    private static let program = "/usr/bin/firefox-esr"

    /// Whether the program is there.
    static var isInstalled: Bool { Kernel.isProgram(program) }

    enum Fault: Error {
        case doesNotStart
        /// The response to a command is an error, or there is none.
        case refused(String)
    }

    /// The browser connects to nothing but this machine.
    private static let preferences = """
        user_pref("network.proxy.type", 1);
        user_pref("network.proxy.http", "127.0.0.1");
        user_pref("network.proxy.http_port", 9);
        user_pref("network.proxy.ssl", "127.0.0.1");
        user_pref("network.proxy.ssl_port", 9);
        user_pref("network.proxy.no_proxies_on", "localhost, 127.0.0.1");

        """

    private let profile: TemporaryDirectory
    private let process: Program
    private let socket: WebSocketClient
    private var lastCommand: Int64 = 0
    private var tab: JSON = .null

    /// Starts the browser with a new profile and a window of a size.
    init(width: Int64 = 1280, height: Int64 = 1000) throws {
        let profile = try TemporaryDirectory()
        self.profile = profile
        // Firefox writes much to standard error, which nothing reads here.
        let script = """
            printf %s "$3" >"$2/user.js"
            exec "$1" --headless --no-remote --profile "$2" --remote-debugging-port 0 2>"$2/errors"
            """
        process = try Program(
            script: script,
            [Firefox.program, profile.path, Firefox.preferences],
            environment: ["HOME": profile.path, "PATH": "/usr/bin:/bin", "MOZ_CRASHREPORTER_DISABLE": "1"]
        )
        var port: UInt16?
        let isListening = try eventually {
            let file = profile.file("WebDriverBiDiServer.json")
            guard let opened = try? Kernel.open(file, .read) else { return false }
            let text = String(decoding: try KernelFile(opened).readWhole(), as: UTF8.self)
            port = (try? JSON.parse(text))?["ws_port"]?.number.flatMap(UInt16.init(exactly:))
            return port != nil
        }
        guard isListening, let port else { throw Fault.doesNotStart }
        socket = try WebSocketClient(port: port, host: "127.0.0.1:\(port)", "/session")
        try command("session.new", ["capabilities": .object([:])])
        tab = try command("browsingContext.getTree", .object([:]))["contexts"]?.elements?.first?["context"] ?? .null
        let size: JSON = ["width": .integer(width), "height": .integer(height)]
        try command("browsingContext.setViewport", ["context": tab, "viewport": size])
    }

    deinit {
        _ = try? command("browser.close", .object([:]))
        // The browser writes into the profile until it ends.
        _ = try? process.wait()
    }

    /// Sends a command, and returns its result.
    @discardableResult
    private func command(_ method: String, _ params: JSON) throws -> JSON {
        lastCommand += 1
        let command: JSON = ["id": .integer(lastCommand), "method": .string(method), "params": params]
        try socket.send(command.written())
        while let text = socket.nextText() {
            let message = try JSON.parse(text)
            guard message["id"] == .integer(lastCommand) else { continue }
            guard message["type"]?.text == "success", let result = message["result"] else { throw Fault.refused(text) }
            return result
        }
        throw Fault.refused("the connection has ended")
    }

    func open(_ url: String) throws {
        try command("browsingContext.navigate", ["context": tab, "url": .string(url), "wait": "complete"])
    }

    func value(of expression: String) throws -> JSON {
        let result = try command(
            "script.evaluate",
            [
                "expression": .string("JSON.stringify(\(expression))"), "target": ["context": tab],
                "awaitPromise": true,
                "userActivation": true,
            ]
        )
        guard result["type"]?.text == "success" else { throw Fault.refused(try result.written()) }
        // The text of undefined is undefined.
        return try result["result"]?["value"]?.text.map { try JSON.parse($0) } ?? .null
    }

    func perform(_ device: JSON) throws {
        try command("input.performActions", ["context": tab, "actions": [device]])
    }
}
