import BlockingTests
import ConsoleCore
import GatewayFiles
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Tests of the access of web pages, with a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct BrowserTests {
    /// What a page can try against a server, given as the scheme-less address in the first argument.
    ///
    /// The result names each way, with "refused" or with what it gives.
    private static let attack = #"""
        const address = arguments[0], base = "http://" + address, found = {};
        const ways = {
            read: async () => (await fetch(base + "/tune", {credentials: "include"})).text(),
            readBlind: async () => (await fetch(base + "/tune", {mode: "no-cors", credentials: "include"})).type,
            put: async () => (await fetch(base + "/tune/ui.a/2", {method: "PUT", credentials: "include"})).status,
            replace: async () => (await fetch(base + "/tune", {
                method: "POST", credentials: "include", mode: "no-cors", body: '{"ui.a":3}'
            })).type,
            call: async () => (await fetch(base + "/rpc", {
                method: "POST", credentials: "include", mode: "no-cors",
                body: '{"jsonrpc":"2.0","id":1,"method":"tunables.set","params":{"key":"ui.a","value":4}}'
            })).type,
            events: () => new Promise((resolve) => {
                const source = new EventSource(base + "/events", {withCredentials: true});
                source.addEventListener("values", (event) => { source.close(); resolve("opened"); });
                source.onerror = () => { source.close(); resolve("refused"); };
            }),
        };
        for (const path of ["/rpc", "/ws"]) ways[path] = () => new Promise((resolve) => {
            const socket = new WebSocket("ws://" + address + path);
            socket.onopen = () => { socket.close(); resolve("opened"); };
            socket.onerror = () => resolve("refused");
        });
        for (const kind of ["script", "img"]) ways[kind] = () => new Promise((resolve) => {
            const element = document.createElement(kind);
            element.onload = () => resolve("loaded");
            element.onerror = () => resolve("refused");
            element.src = base + "/tune";
            document.body.append(element);
        });
        (async () => {
            for (const way in ways) {
                try { found[way] = String(await ways[way]()); } catch (error) { found[way] = "refused"; }
            }
            done(found);
        })();
        """#

    private static let ways = ["read", "readBlind", "put", "replace", "call", "events", "/rpc", "/ws", "script", "img"]

    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        gateway = try GatewayProcess()
        daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("tunables.set", #"{"key":"ui.a","value":1}"#)
    }

    /// Logs a browser in with a one-time token.
    private func logIn(_ browser: Chromium) throws {
        let token = try GatewayFiles(token: gateway.tokenFile).oneTimeTokens.add()
        try browser.open("http://\(gateway.host)/?token=\(token)")
    }

    private func attack(from browser: Chromium) throws -> [String: String] {
        let found = try browser.run(Self.attack, [gateway.host])
        guard case .object(let object) = found else { return [:] }
        return Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, $0.value.text ?? "") })
    }

    private var value: JSON? {
        get throws { try daemon.value("tunables.get", #"{"key":"ui.a"}"#)["value"] }
    }

    @Test func `a browser logs in with the URL, and keeps a cookie that no script can read`() throws {
        let browser = try Chromium(isWhole: true)
        try logIn(browser)
        let url = "http://\(gateway.host)/"
        #expect(try browser.url == url)
        #expect(try eventually { try browser.text.contains("Tuner") })
        #expect(try browser.value(of: "document.cookie") == "")
        #expect(try browser.value(of: "performance.getEntriesByType('navigation')[0].name").text == url)
        #expect(try browser.value(of: "history.length") == 2)
        let cookies = try browser.cookies
        #expect(cookies.count == 1)
        #expect(cookies.first?["httpOnly"] == true)
        #expect(cookies.first?["sameSite"] == "Strict")
        #expect(cookies.first?["name"]?.text?.contains("\(gateway.port)") == true)
        // The cookie holds for the next page, and nothing holds without it.
        try browser.open("http://\(gateway.host)/tune/ui.a")
        #expect(try browser.value(of: "document.querySelector('pre').innerText.trim()") == "1")
        let stranger = try Chromium(isWhole: true)
        try stranger.open("http://\(gateway.host)/tune/ui.a")
        #expect(try stranger.text.contains("tunerctl web"))
    }

    @Test func `the server's own page can read, write, watch and call`() throws {
        let browser = try Chromium(isWhole: true)
        try logIn(browser)
        let found = try attack(from: browser)
        #expect(Set(found.keys) == Set(Self.ways))
        #expect(found["read"]?.contains(#""ui.a": 1"#) == true)
        #expect(found["put"] == "200")
        #expect(found["events"] == "opened")
        #expect(found["/rpc"] == "opened")
        #expect(found["/ws"] == "opened")
        // The browser sends a text body as text/plain, which a page of another origin could send, too.
        #expect(found["replace"] == "basic")
        #expect(try value == 2)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a page of another port can neither read, write, open a connection nor show the page`(host: String) throws {
        let server = try PageServer(page: "<title>other</title><p>other page")
        let browser = try Chromium(isWhole: true)
        try logIn(browser)
        try browser.open("http://\(host):\(server.port)/")
        #expect(try browser.text == "other page")
        let found = try attack(from: browser)
        #expect(found == Dictionary(uniqueKeysWithValues: Self.ways.map { ($0, "refused") }))
        #expect(try value == 1)
        #expect(try frame("http://\(gateway.host)/", in: browser) == "")
        // A frame that is allowed shows its page.
        try browser.open("http://\(host):\(server.port)/")
        #expect(try frame("http://\(host):\(server.port)/", in: browser) == "other page")
    }

    /// Shows a URL in a frame, and returns the text of the frame; an empty text if the browser shows only its own error.
    private func frame(_ url: String, in browser: Chromium) throws -> String {
        _ = try browser.run(
            """
            const frame = document.createElement("iframe");
            frame.onload = () => done(true);
            frame.src = arguments[0];
            document.body.append(frame);
            """,
            [url]
        )
        try browser.select(frame: 0)
        return try browser.value(of: "location.href") == "chrome-error://chromewebdata/" ? "" : try browser.text
    }

    @Test func `a form of another page changes nothing`() throws {
        let form = """
            <form method=post enctype=text/plain action="http://\(gateway.host)/tune">
            <input name='{"ui.a":5,"x":"' value='"}'></form>
            """
        let server = try PageServer(page: form)
        let browser = try Chromium(isWhole: true)
        try logIn(browser)
        try browser.open("http://localhost:\(server.port)/")
        _ = try browser.value(of: "document.forms[0].submit()")
        #expect(try eventually { try browser.text.contains("cannot use tunerweb") })
        #expect(try value == 1)
    }

    @Test func `the script in the documentation receives the values`() throws {
        let page = try ProjectFile.text("docs/http.md")
        let block = try #require(page.split(separator: "```js\n").dropFirst().first?.split(separator: "```").first)
        #expect(block.contains("localhost:8081"))
        let browser = try Chromium(isWhole: true)
        try logIn(browser)
        let script = block.replacing("localhost:8081", with: gateway.host)
        let found = try browser.run("console.log = (text) => done(text);\n\(script)", [])
        #expect(found.text?.contains(#""ui.a":1"#) == true, "\(found)")
    }

    @Test func `a name that resolves to this machine is refused`() throws {
        let browser = try Chromium(["--host-resolver-rules=MAP evil.example 127.0.0.1"], isWhole: true)
        try logIn(browser)
        try browser.open("http://evil.example:\(gateway.port)/")
        #expect(try browser.text.contains("evil.example:\(gateway.port) is not a name of tunerweb"))
        let found = try browser.run(
            """
            const found = [];
            fetch("/tune").then((response) => {
                found.push(response.status);
                const socket = new WebSocket("ws://" + location.host + "/rpc");
                socket.onopen = () => done(found.concat("opened"));
                socket.onerror = () => done(found.concat("refused"));
            });
            """,
            []
        )
        #expect(found == [403, "refused"])
    }
}
