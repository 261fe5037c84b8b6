import ConsoleCore
import JSONCore
import NetworkCore
import SystemCore
import TestSupport
import WebTestSupport

/// A real Chromium without a window, which a test controls through its WebDriver program.
final class Chromium: WebBrowser {
    private static let driverProgram = "/usr/bin/chromedriver"
    /// Chromium without the parts for windows: the same engine, which starts with a sixth of the processor time.
    private static let shellProgram = "/usr/bin/chromium-headless-shell"

    /// Whether the programs are there.
    static var isInstalled: Bool { Kernel.isProgram(driverProgram) }

    struct Fault: Error {
        let response: String
    }

    private let profile: TemporaryDirectory
    private let driver: Program
    private let port: UInt16
    private var session = ""

    /// Starts the browser with a new profile; `isWhole` is the browser that people have, with its parts for windows.
    init(_ arguments: [String] = [], isWhole: Bool = false) throws {
        profile = try TemporaryDirectory()
        (driver, port) = try Chromium.startDriver()
        // Chromium's sandbox does not start for root, and a container can have a small /dev/shm.
        let all =
            ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--user-data-dir=\(profile.path)"] + arguments
        var options: JSONObject = ["args": .array(all.map { .string($0) })]
        let isShell = !isWhole && Kernel.isProgram(Chromium.shellProgram)
        if isShell { options["binary"] = .string(Chromium.shellProgram) }
        let wish: JSON = .object([
            "capabilities": .object([
                "alwaysMatch": .object([
                    "browserName": isShell ? "chrome-headless-shell" : "chrome",
                    "goog:chromeOptions": .object(options),
                    "timeouts": .object(["script": 240_000, "pageLoad": 240_000]),
                ])
            ])
        ])
        session = "/session/\(try begin(wish))"
    }

    /// Starts the driver, and returns it with its port.
    ///
    /// The driver takes a free port of IPv6, and ends if another program has the same port of IPv4 in that moment.
    private static func startDriver(attempts: Int = 5) throws -> (Program, UInt16) {
        let driver = try Program(driverProgram, ["--port=0"])
        do {
            let text = try driver.output { $0.contains(/on port [0-9]+\.\n/) }
            guard let match = text.firstMatch(of: /successfully on port ([0-9]+)\./), let port = UInt16(match.1) else {
                throw Fault(response: text)
            }
            return (driver, port)
        } catch ProgramFault.hasNotPrinted(let output, _)
            where output.contains("port not available") && attempts > 1
        {
            return try startDriver(attempts: attempts - 1)
        }
    }

    /// Starts the browser, and returns the name of its session.
    ///
    /// On a busy machine, the start can take longer than the driver waits, which is a minute.
    private func begin(_ wish: JSON, attempts: Int = 3) throws -> String {
        do {
            guard let session = try call("POST", "/session", wish)["sessionId"]?.text else {
                throw Fault(response: "no session")
            }
            return session
        } catch let fault as Fault where attempts > 1 && fault.response.contains("session not created") {
            return try begin(wish, attempts: attempts - 1)
        }
    }

    // The browser is in another process group than its driver, which ends it.
    deinit { _ = try? call("DELETE", session) }

    /// Sends a command, and returns the value of its response.
    @discardableResult
    private func call(_ method: String, _ path: String, _ body: JSON = .object([:])) throws -> JSON {
        let socket = try Network.connect(to: Endpoint(.loopbackV4, port: port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
        let wire = TestPeer(socket)
        let content = method == "POST" ? try body.written() : ""
        let head = [
            "\(method) \(path) HTTP/1.1", "Host: localhost:\(port)", "Connection: close",
            "Content-Type: application/json", "Content-Length: \(content.utf8.count)",
        ]
        try wire.write((head + ["", content]).joined(separator: "\r\n"))
        // The program writes no space before the length, and does not always end the connection.
        let response = wire.read(within: .seconds(300)) { text in
            guard let length = text.firstMatch(of: /\r\nContent-Length: ?([0-9]+)\r\n/) else { return false }
            return text.content.utf8.count >= Int(length.1) ?? 0
        }
        guard response.status == 200, let value = try JSON.parse(response.content)["value"] else {
            throw Fault(response: response)
        }
        return value
    }

    /// Sends a command of the session, and returns the value of its response.
    @discardableResult
    func command(_ path: String, _ body: JSON) throws -> JSON { try call("POST", "\(session)/\(path)", body) }

    /// Opens a URL, and waits until the page is loaded.
    func open(_ url: String) throws {
        try call("POST", "\(session)/url", .object(["url": .string(url)]))
    }

    func perform(_ device: JSON) throws { try command("actions", ["actions": [device]]) }

    /// The tab that commands go to.
    var tab: String {
        get throws { try call("GET", "\(session)/window").text ?? "" }
    }

    /// Opens another tab in front, and returns it.
    func openTab() throws -> String { try command("window/new", ["type": "tab"])["handle"]?.text ?? "" }

    /// Brings a tab to the front, to which the next commands go.
    func select(tab: String) throws { try command("window", ["handle": .string(tab)]) }

    /// The URL in the address bar.
    var url: String {
        get throws { try call("GET", "\(session)/url").text ?? "" }
    }

    /// The cookies of the page, as the browser keeps them.
    var cookies: [JSON] {
        get throws { try call("GET", "\(session)/cookie").elements ?? [] }
    }

    /// The text that the page, or the selected frame, shows.
    var text: String {
        get throws { try value(of: "document.body ? document.body.innerText : ''").text ?? "" }
    }

    /// Returns the value of an expression in the page.
    func value(of expression: String) throws -> JSON {
        try call("POST", "\(session)/execute/sync", .object(["script": .string("return \(expression)"), "args": []]))
    }

    /// Runs the body of a function in the page, which calls `done` with its result; `arguments` are its arguments.
    func run(_ script: String, _ arguments: [String]) throws -> JSON {
        let words = JSON.array(arguments.map { .string($0) })
        let body = "const done = arguments[arguments.length - 1]; \(script)"
        return try call("POST", "\(session)/execute/async", .object(["script": .string(body), "args": words]))
    }

    /// Selects a frame of the page for scripts.
    func select(frame index: Int) throws {
        try call("POST", "\(session)/frame", .object(["id": .integer(Int64(index))]))
    }
}
