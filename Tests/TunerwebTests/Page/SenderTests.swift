import BlockingTests
import JSONCore
import TestSupport
import Testing

/// Tests of when the page sends the values of a drag, in a real browser with a daemon that responds when the test says so.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct SenderTests {
    private let gateway: GatewayProcess
    private let browser: Chromium

    init() throws {
        gateway = try GatewayProcess()
        browser = try Chromium()
        try browser.open("http://\(gateway.host)/page/icon.svg")
    }

    /// Runs a script with a `sender`, the values that the daemon has received, and functions that wait.
    ///
    /// `respond` responds to the oldest value, and `frame` waits for a frame.
    private func sent(_ script: String) throws -> JSON {
        try browser.run(
            """
            import('/page/sender.js').then(async ({Sender}) => {
                const received = [], calls = [];
                const call = (method, {value}) => new Promise((resolve) => (received.push(value), calls.push(resolve)));
                const sender = new Sender({call});
                const task = () => new Promise((resolve) => setTimeout(resolve));
                const respond = () => (calls.shift()({changed: true, revision: 1}), Promise.resolve().then(() => {}));
                const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(task())));
                \(script)
                return received;
            }).then(done, (error) => done(String(error)));
            """,
            []
        )
    }

    @Test func `the first value is sent at once`() throws {
        #expect(try sent("sender.send('a', 1);") == [1])
    }

    @Test func `of the values before the next frame, only the newest is sent then`() throws {
        let script = """
            await frame();
            requestAnimationFrame(() => received.push('frame'));
            sender.send('a', 1);
            await respond();
            for (const value of [2, 3, 4]) sender.send('a', value);
            await frame();
            """
        #expect(try sent(script) == [1, "frame", 4])
    }

    @Test func `a value waits for the response to the one before, but not for a frame after that`() throws {
        let script = """
            sender.send('a', 1);
            sender.send('a', 2);
            await frame();
            await frame();
            received.push('response');
            requestAnimationFrame(() => received.push('frame'));
            await respond();
            received.push('sent');
            """
        #expect(try sent(script) == [1, "response", 2, "sent"])
    }

    @Test func `keys do not wait for each other`() throws {
        #expect(try sent("sender.send('a', 1); sender.send('b', 2);") == [1, 2])
    }
}
