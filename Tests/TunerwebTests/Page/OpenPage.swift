import ConsoleCore
import GatewayFiles
import JSONCore
import SystemCore
import TestSupport
import Testing

/// The page in Chromium.
typealias OpenPage = BrowserPage<Chromium>

extension BrowserPage<Chromium> {
    /// Opens the page after the daemon has received calls, each as a method and its parameters.
    convenience init(
        after calls: [(String, String)],
        startingDaemon start: (TemporaryDirectory) throws -> RunningDaemon = { try RunningDaemon(in: $0) }
    ) throws {
        try self.init(after: calls, in: Chromium(["--window-size=1280,1000"]), startingDaemon: start)
    }

    /// Opens the page of a daemon that reads a text as the file of `--flags`.
    convenience init(after calls: [(String, String)], flagsFile: String) throws {
        try self.init(after: calls) { directory in
            let file = directory.file("flags.json")
            let created = try Kernel.open(file, [.write, .create], mode: 0o600)
            try KernelFile(created).writeFully([UInt8](flagsFile.utf8).span, at: 0)
            return try RunningDaemon("--flags", file, in: directory)
        }
    }

    /// Opens the page after keys are declared, with the specs as JSON by key.
    convenience init(declaring specs: String) throws {
        try self.init(after: [("tunables.declare", #"{"specs":\#(specs)}"#)])
    }
}

/// The page in a real browser, which is logged in, with a daemon and a gateway.
final class BrowserPage<Browser: WebBrowser> {
    let gateway: GatewayProcess
    private(set) var daemon: RunningDaemon
    let browser: Browser

    /// Opens the page after the daemon has received calls, each as a method and its parameters.
    init(
        after calls: [(String, String)],
        in browser: @autoclosure () throws -> Browser,
        startingDaemon start: (TemporaryDirectory) throws -> RunningDaemon = { try RunningDaemon(in: $0) }
    ) throws {
        gateway = try GatewayProcess()
        daemon = try start(gateway.directory)
        for (method, params) in calls {
            try daemon.value(method, params)
        }
        self.browser = try browser()
        try logIn()
    }

    /// Opens the page in another browser, with the daemon and the gateway of a page.
    init(beside page: BrowserPage, in browser: @autoclosure () throws -> Browser) throws {
        gateway = page.gateway
        daemon = page.daemon
        self.browser = try browser()
        try logIn()
    }

    private func logIn() throws {
        let token = try GatewayFiles(token: gateway.tokenFile).oneTimeTokens.add()
        try browser.open("http://\(gateway.host)/?token=\(token)")
        try waitForValues()
    }

    func reload() throws {
        try browser.open("http://\(gateway.host)/")
        try waitForValues()
    }

    /// Shows a view, as its tab does.
    func show(_ view: String) throws {
        try browser.open("http://\(gateway.host)/#\(view)")
        try wait(for: "document.querySelector('#view').firstChild?.id === '\(view)'")
    }

    /// Shows another view, and waits for an element of it.
    func show(_ view: String, with selector: String) throws {
        try browser.open("http://\(gateway.host)/#\(view)")
        try wait(for: "document.querySelector('#view \(selector)')")
    }

    private func waitForValues() throws { try wait(for: "document.querySelector('.row .name')") }

    /// Ends the daemon without a warning, and returns when the page says so.
    func killDaemon() throws {
        try daemon.program.crash()
        try wait(for: "document.documentElement.dataset.online === 'false'")
    }

    func restartDaemon() throws { daemon = try RunningDaemon(in: gateway.directory) }

    // MARK: What the page shows

    /// Waits until an expression of the page is true.
    func wait(for expression: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isTrue = try eventually { try browser.value(of: "Boolean(\(expression))") == true }
        let state = isTrue ? "" : try browser.value(of: "[document.visibilityState, document.body.innerText]").written()
        try #require(isTrue, "never true: \(expression); the page: \(state)", sourceLocation: sourceLocation)
    }

    /// Returns the expression of an element in the row of a key.
    func element(_ selector: String, of key: String) -> String {
        "\(row(of: key))?.querySelector(`\(selector)`)"
    }

    func row(of key: String) -> String {
        "[...document.querySelectorAll('.row')].find((row) => row.querySelector('.name')?.textContent === '\(key)')"
    }

    /// The keys of the rows, in the order of the page.
    var keys: [String] {
        get throws {
            try browser.value(of: "[...document.querySelectorAll('.row .name')].map((name) => name.textContent)")
                .elements?.compactMap(\.text) ?? []
        }
    }

    func text(of expression: String) throws -> String? { try browser.value(of: expression).text }

    // MARK: What a person does

    /// Returns a point of an element, at a part of its width, when the element is visible.
    func point(of expression: String, at part: Double = 0.5) throws -> PagePoint {
        let script =
            "(({x, y, width, height}) => [x, y, width, height])((\(expression))?.getBoundingClientRect() ?? {})"
        var box: [Double] = []
        let isVisible = try eventually {
            box = try browser.value(of: script).elements?.compactMap(\.number) ?? []
            return box.count == 4 && box[2] > 0
        }
        try #require(isVisible, "never visible: \(expression)")
        return PagePoint(x: Int64(box[0] + box[2] * part), y: Int64(box[1] + box[3] / 2))
    }

    /// Clicks on an element, after it has stopped to move: what the page loads above an element moves it.
    func click(_ expression: String) throws {
        var target = try point(of: expression)
        let isStill = try eventually {
            try browser.hover(at: target)
            let next = try point(of: expression)
            defer { target = next }
            return next == target
        }
        try #require(isStill, "never still: \(expression)")
        try browser.click(at: target)
    }

    /// Replaces the text of a field.
    func type(_ text: String, into expression: String) throws {
        try click(expression)
        try browser.press("a", with: .control)
        try browser.type(text)
    }

    // MARK: What the daemon has

    /// Returns the value of a key.
    func value(of key: String) throws -> JSON? { try daemon.value("tunables.get", #"{"key":"\#(key)"}"#)["value"] }

    /// Waits until the daemon has a value.
    func expect(_ key: String, toBecome value: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isEqual = try eventually { try self.value(of: key) == value }
        let present = try self.value(of: key)
        #expect(isEqual, "\(key) is \(String(describing: present))", sourceLocation: sourceLocation)
    }
}
