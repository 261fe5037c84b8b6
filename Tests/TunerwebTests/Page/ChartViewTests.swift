import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// Tests of the chart of the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ChartViewTests {
    private static let calls = [
        (
            "tunables.declare",
            #"{"specs":{"game.speed":{"type":"number","default":3,"unit":"m/s"},"game.name":{"type":"string","default":"hero"}}}"#
        ),
        ("tunables.set", #"{"key":"game.speed","value":5}"#),
        ("tunables.set", #"{"key":"game.speed","value":9}"#),
    ]
    private static let plot = "document.querySelector('.plot')"
    private static let field = "document.querySelector('.picker input')"
    private static let label = "document.querySelector('.plot canvas').getAttribute('aria-label')"

    private let page: OpenPage

    init() throws { page = try OpenPage(after: Self.calls) }

    private func open(_ page: OpenPage) throws {
        try page.browser.open("http://\(page.gateway.host)/#chart")
        try page.wait(for: Self.field)
    }

    private func add(_ key: String, to page: OpenPage) throws {
        try page.type(key, into: Self.field)
        try page.browser.press(.enter)
    }

    /// Opens the chart with one key.
    private func openChart() throws {
        try open(page)
        try add("game.speed", to: page)
        try page.wait(for: "document.querySelectorAll('.legend tbody tr').length === 1")
    }

    /// A cell of the first row of the table: the present, the lowest and the highest value, and the last change.
    private func cell(_ index: Int) -> String { "document.querySelectorAll('.legend tbody td')[\(index)].textContent" }

    private func button(_ text: String) -> String {
        "[...document.querySelectorAll('.chart button')].find((button) => button.textContent === '\(text)')"
    }

    private func set(_ value: String) throws {
        try page.daemon.value("tunables.set", #"{"key":"game.speed","value":\#(value)}"#)
    }

    /// The number of pixels of the chart that have the color of the first key.
    private let pixels = """
        (() => {
            const canvas = document.querySelector('.plot canvas');
            const color = getComputedStyle(document.querySelector('.legend .line-name')).color.match(/\\d+/g).map(Number);
            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let at = 0; at < data.length; at += 4) if (color.every((part, index) => data[at + index] === part)) count += 1;
            return count;
        })()
        """

    @Test func `the chart has the history from before the page was opened, and then what changes`() throws {
        try open(page)
        #expect(try page.text(of: "document.querySelector('.none').textContent")?.contains("game.speed") == true)
        #expect(try page.text(of: "document.querySelector('.none').textContent")?.contains("game.name") == false)
        try add("game.speed", to: page)
        try page.wait(for: "\(cell(0)) === '9 m/s' && \(cell(1)) === '3' && \(cell(2)) === '9'")
        try page.wait(for: "\(pixels) > 20")
        try set("20.5")
        try page.wait(for: "\(cell(0)) === '20.5 m/s' && \(cell(2)) === '20.5'")
        try page.wait(for: "\(Self.label).includes('game.speed 20.5 m/s, from 3 to 20.5')")
        // The chosen key is a preference.
        try page.browser.open("http://\(page.gateway.host)/")
        try open(page)
        try page.wait(for: "\(cell(2)) === '20.5'")
        try page.click("document.querySelector('[aria-label=\"Remove game.speed from the chart\"]')")
        try page.wait(for: "document.querySelector('.legend').hidden && document.activeElement === \(Self.field)")
    }

    @Test func `a paused chart keeps its picture, and shows the rest when it continues`() throws {
        try openChart()
        try page.click(button("Pause"))
        try page.wait(for: button("Resume"))
        try page.wait(for: "\(cell(2)) === '9'")
        let picture = "document.querySelector('.plot canvas').toDataURL()"
        let before = try page.text(of: picture)
        try set("50")
        try page.wait(for: "\(cell(0)) === '50 m/s'")
        #expect(try page.text(of: cell(2)) == "9")
        #expect(try page.text(of: picture) == before)
        // The key does what the button does.
        _ = try page.browser.value(of: "\(Self.plot).focus()")
        try page.browser.press(" ")
        try page.wait(for: "\(button("Pause")) && \(cell(2)) === '50'")
    }

    @Test func `the cursor shows the value and the client that set it, and changes of others have marks`() throws {
        // Each mark is a path that is filled, and each picture begins with its background.
        _ = try page.browser.run(
            """
            const {fill, fillRect} = CanvasRenderingContext2D.prototype;
            let count = 0;
            CanvasRenderingContext2D.prototype.fill = function () { count += 1; fill.call(this); };
            CanvasRenderingContext2D.prototype.fillRect = function (x, y, ...size) {
                if (x === 0 && y === 0) { window.marks = count; count = 0; }
                fillRect.call(this, x, y, ...size);
            };
            done(true);
            """,
            []
        )
        try page.type("7", into: page.element("[role=spinbutton]", of: "game.speed"))
        try page.browser.press(.enter)
        try page.expect("game.speed", toBecome: 7)
        try openChart()
        try page.browser.hover(at: try page.point(of: "document.querySelector('.plot canvas')", at: 0.8))
        let box = "document.querySelector('.box').textContent"
        // The end of the line, which the keyboard reaches, too.
        _ = try page.browser.value(of: "\(Self.plot).focus()")
        for _ in 0..<40 { try page.browser.press(.right, with: .shift) }
        try page.wait(for: "\(box).includes('7 m/s') && \(box).includes('this page, ')")
        // The changes before the page was opened.
        try page.wait(for: "window.marks === 1")
        let control = try Program(
            BuiltProduct.path("tunerctl"),
            ["--socket", page.daemon.socket, "set", "game.speed", "11"]
        )
        _ = try control.wait()
        try page.wait(for: "\(box).includes('11 m/s') && \(box).includes('tunerctl, ')")
        try page.wait(for: "window.marks === 2")
        try page.browser.press(.escape)
        try page.wait(for: "document.querySelector('.box').hidden")
    }

    @Test func `a drag, the wheel and keys zoom, and a double click goes back`() throws {
        try openChart()
        let windows =
            "[...document.querySelectorAll('.segments [aria-pressed=true]')].map((one) => one.textContent).join()"
        #expect(try page.text(of: windows) == "5 min")
        try page.click(button("1 h"))
        try page.wait(for: "\(windows) === '1 h' && \(button("Pause"))")
        let points = try [0.3, 0.4, 0.5].map { try page.point(of: "document.querySelector('.plot canvas')", at: $0) }
        try page.browser.drag(through: points)
        // The range is before the changes.
        try page.wait(for: "\(windows) === '' && \(button("Resume")) && \(cell(2)) === '–'")
        try page.browser.doubleClick(at: points[0])
        try page.wait(for: "\(windows) === '1 h' && \(button("Pause")) && \(cell(2)) === '9'")
        try page.browser.turnWheel(at: points[0], by: -200)
        try page.wait(for: "\(windows) === '' && \(button("Pause"))")
        try page.click(button("1 min"))
        _ = try page.browser.value(of: "\(Self.plot).focus()")
        try page.browser.press("+")
        try page.wait(for: "\(windows) === ''")
        try page.browser.press(.left)
        try page.wait(for: button("Resume"))
        try page.browser.press(.end)
        try page.wait(for: button("Pause"))
    }

    @Test func `a chart has at most eight keys, and the details of a key add it`() throws {
        for number in 1...8 {
            try page.daemon.value("tunables.set", #"{"key":"many.k\#(number)","value":\#(number)}"#)
        }
        try page.wait(for: page.element(".name", of: "many.k8"))
        try page.click(page.element(".name", of: "many.k1"))
        try page.click(
            "[...document.querySelectorAll('#details button')].find((button) => button.textContent === 'Show in chart')"
        )
        let names = "[...document.querySelectorAll('.legend .line-name')]"
        let keys = "\(names).map((name) => name.textContent).join()"
        try page.wait(for: "location.hash === '#chart' && \(keys) === 'many.k1'")
        for number in 2...8 {
            try add("many.k\(number)", to: page)
        }
        let all = (1...8).map { "many.k\($0)" }.joined(separator: ",")
        try page.wait(for: "\(keys) === '\(all)'")
        let colors = "new Set(\(names).map((name) => getComputedStyle(name).color)).size"
        #expect(try page.browser.value(of: colors) == 8)
        try add("game.speed", to: page)
        let sentence = "A chart has at most 8 keys. Remove a key first."
        try page.wait(for: "document.querySelector('.picker ul').textContent === '\(sentence)'")
        #expect(try page.text(of: keys) == all)
    }

    @Test func `a chart of all the time has commits that the page did not read at its start`() throws {
        let page = try OpenPage(after: Self.calls) { try RunningDaemon("--history", "3000", in: $0) }
        for value in 0..<1_100 {
            try page.daemon.value("tunables.set", #"{"key":"other","value":\#(value)}"#)
        }
        try page.reload()
        try open(page)
        try add("game.speed", to: page)
        try page.click(button("all"))
        try page.wait(for: "\(cell(0)) === '9 m/s' && \(cell(1)) === '3'")
    }

    @Test func `the chart stays while the daemon is away, and continues with the next one`() throws {
        try openChart()
        try page.wait(for: "\(cell(2)) === '9'")
        try page.killDaemon()
        #expect(try page.text(of: cell(0)) == "9 m/s")
        try page.restartDaemon()
        try set("12")
        try page.wait(for: "\(cell(0)) === '12 m/s' && \(cell(2)) === '12'")
    }

    @Test func `the parts of a picture of eight keys with 10,000 points each are bounded by its width`() throws {
        let counts = try page.browser.run(
            """
            import('/page/chart-plot.js').then(({Plot}) => {
                const canvas = document.createElement('canvas');
                document.body.append(canvas);
                Object.assign(canvas.style, {position: 'fixed', width: '800px', height: '400px'});
                const {fillRect, fill} = CanvasRenderingContext2D.prototype;
                let count = 0;
                CanvasRenderingContext2D.prototype.fillRect = function (...box) { count += 1; fillRect.apply(this, box); };
                CanvasRenderingContext2D.prototype.fill = function () { count += 1; fill.call(this); };
                const draw = (factor, perKey) => {
                    const lines = Array.from({length: 8}, (_, line) => ({key: `k${line}`, name: `k${line}`, color: 'red',
                        points: Array.from({length: perKey}, (_, at) => ({time: at * 60000 / perKey, value: Math.sin(at) * factor ** line}))}));
                    const plot = new Plot(canvas);
                    count = 0;
                    plot.draw({lines, start: 0, end: 60000, colors: {}, isOther: () => true});
                    return [plot.areLanes, count, Math.max(...plot.lines.map(({low}) => low)) < -0.99, plot.lines.every(({high}) => high > 0.99)];
                };
                return [draw(1, 10000), draw(20, 10000), draw(1, 100000)];
            }).then(done, (error) => done(String(error)));
            """,
            []
        )
        let results = try #require(counts.elements)
        for (result, areLanes) in zip(results, [false, true, false]) {
            let parts = try #require(result.elements)
            #expect(parts[0] == .boolean(areLanes))
            // Each column of a line has a vertical part and may have a horizontal one.
            let count = try #require(parts[1].number)
            #expect(count > 8 * 600)
            #expect(count < 8 * 2 * 800)
            #expect(parts[2] == true)
            #expect(parts[3] == true)
        }
    }

    @Test func `an axis keeps its scale while the values fit, and all of its ticks are finite`() throws {
        let results = try page.browser.run(
            """
            import('/page/chart-scale.js').then(({fitted, ticks, timeTicks, needLanes}) => {
                const scale = fitted(undefined, 0, 10, 5);
                const isKept = [[2, 9], [NaN, NaN], [0, 11], [1, 3]].map(([low, high]) => fitted(scale, low, high, 5) === scale);
                const ranges = [[-1.7e308, 1.7e308], [1e17, 1e17 + 16], [0, 0], [-3, -3], [1e-300, 2e-300], [5, 5.0000001]];
                const areGood = ranges.map(([low, high]) => {
                    const scale = fitted(undefined, low, high, 4), all = ticks(scale.low, scale.high, scale.unit);
                    return all.length > 0 && all.length < 12 && all.every(Number.isFinite);
                });
                const times = timeTicks(1.8e12 + 7, 1.8e12 + 60_007, 12).map(({time}) => time - 1.8e12);
                const line = (low, high, unit) => ({low, high, unit});
                const areApart = [
                    [line(0, 1), line(0, 100)], [line(0, 20), line(0, 100)], [line(0, 1, 's'), line(0, 1)], [line(NaN, NaN), line(0, 1)],
                ].map((lines) => needLanes(lines, false));
                return [scale.unit, isKept, areGood, times[0], times.length, areApart, needLanes([line(0, 20), line(0, 100)], true)];
            }).then(done, (error) => done(String(error)));
            """,
            []
        )
        let kept: JSON = [true, true, false, false]
        let good: JSON = [true, true, true, true, true, true]
        #expect(results == [2, kept, good, 5_000, 12, [true, false, true, false], true])
    }
}
