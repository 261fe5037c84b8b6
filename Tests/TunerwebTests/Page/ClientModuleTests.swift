import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// The JavaScript client library, which is a file of the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ClientModuleTests {
    private let page: OpenPage

    init() throws { page = try OpenPage(declaring: #"{"ui.width":{"type":"number","default":1}}"#) }

    /// Returns the result of the body of an asynchronous function in the page.
    private func run(_ body: String) throws -> JSON {
        let script = "(async () => { \(body) })().then(done, (error) => done(String(error)));"
        return try page.browser.run(script, [])
    }

    @Test func `the example of its README runs in the page`() throws {
        let file = try KernelFileSystem().open(ProjectFile.path("clients/javascript/README.md"), .read)
        let text = String(decoding: try file.readWhole(), as: UTF8.self)
        let example = try #require(text.firstMatch(of: /```js browser\n([^`]*)```/)?.1)
        let lines = "const lines = [], console = { log: (line) => lines.push(line) };"
        #expect(try run("\(lines) \(example); return lines;") == [18])
        #expect(try page.value(of: "ui.cornerRadius") == 18)
    }

    @Test func `a value in a page follows the daemon, also after a restart`() throws {
        let start = """
            const { Tuner } = await import('/page/tuner.js');
            window.tuner = new Tuner({ name: 'game' });
            window.live = tuner.number('ui.cornerRadius', 12, { max: 40 });
            await tuner.ready();
            window.refusal = await live.set(99).catch(({ kind }) => kind);
            window.flag = tuner.flag('ui.beta', false);
            await flag.set(true);
            return [live.value, refusal, flag.value];
            """
        #expect(try run(start) == [12, "outOfRange", true])
        try page.daemon.value("tunables.set", #"{"key":"ui.cornerRadius","value":18}"#)
        try page.wait(for: "live.value === 18")
        try page.killDaemon()
        #expect(try run("return [tuner.isConnected, live.value]") == [false, 18])
        try page.restartDaemon()
        try page.daemon.value("tunables.set", #"{"key":"ui.cornerRadius","value":20}"#)
        try page.wait(for: "live.value === 20")
    }
}
