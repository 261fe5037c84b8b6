import BlockingTests
import JSONCore
import TestSupport
import Testing

/// Tests of the pure functions of the page, in a real browser.
@Suite(.blocking, .enabled(if: Demands.areStrict || Chromium.isInstalled, "missing here: chromium-driver"))
struct ModuleTests {
    private let gateway: GatewayProcess
    private let browser: Chromium

    init() throws {
        gateway = try GatewayProcess()
        browser = try Chromium()
        try browser.open("http://\(gateway.host)/page/icon.svg")
    }

    /// Returns the value of an expression with the functions of a module.
    private func value(_ expression: String, from module: String) throws -> JSON {
        try browser.run(
            """
            import('/page/\(module)').then((module) => { with (module) return \(expression); })
                .then(done, (error) => done(String(error)));
            """,
            []
        )
    }

    @Test func `each export is imported, and each class and id of a style sheet exists`() throws {
        let script = #"""
            const texts = {};
            const all = (pattern, text) => [...text.matchAll(pattern)].map(([, name]) => name);
            const read = async (name) => {
                if (name in texts) return;
                texts[name] = '';
                texts[name] = await (await fetch('/page/' + name)).text();
                const views = all(/name: "(\w+)", title: "\w+", className/g, texts[name]);
                const next = [...all(/(?: from |import\()"\.\/([\w.-]+)"/g, texts[name]), ...views.flatMap((view) => [view + '.js', view + '.css'])];
                await Promise.all(next.map(read));
            };
            const unused = () => {
                const scripts = Object.keys(texts).filter((name) => name.endsWith('.js'));
                const source = scripts.map((name) => texts[name]).join('\n');
                const imported = all(/^(?:import|export) \{ (.*) \} from/gm, source).flatMap((names) => names.split(', '));
                const known = new Set([...imported, ...all(/className: "(\w+)"/g, source), ...all(/\bdurations\.(\w+)/g, source), ...all(/\(\(\{ (\w+) \}\) =>/g, source), ...all(/import\("[^"]+"\)\)\.(\w+)/g, source)]);
                const exported = all(/^export (?:async )?(?:class|const|function) (\w+)/gm, source);
                const styles = Object.keys(texts).filter((name) => name.endsWith('.css')).map((name) => texts[name]).join(' ');
                const selectors = styles.replace(/\/\*.*?\*\//gs, '').replace(/[\w-]+: [^;{}]*;?/g, '');
                const names = new Set(all(/[.#]([a-z][\w-]*)/g, selectors));
                const isWritten = (name) => new RegExp('(?<![\\w-])' + name + '(?![\\w-])').test(source);
                return [...exported.filter((name) => !known.has(name)), ...[...names].filter((name) => !isWritten(name))];
            };
            // tuner.js is the client library, of which the page uses a part.
            Promise.all(['main.js', 'tuner.js', 'page.css', 'values.css'].map(read)).then(() => done([Object.keys(texts).length > 40, ...unused()]));
            """#
        #expect(try browser.run(script, []) == [true])
    }

    @Test func `the track of a number has room where the spec leaves it open, and is logarithmic if it is very long`()
        throws
    {
        func range(_ spec: String, _ value: String, _ expression: String) throws -> JSON {
            try self.value("((range) => \(expression))(new Range(\(spec), \(value)))", from: "numbers.js")
        }
        #expect(
            try range("{type: 'number', minimum: 0, maximum: 1}", "0.5", "[range.position(0.5), range.value(0.25)]")
                == [
                    0.5, 0.25,
                ]
        )
        #expect(try range("{type: 'number'}", "3", "[range.low, range.high, range.isOpen]") == [0, 10, true])
        #expect(try range("{type: 'number'}", "-3", "[range.low, range.high]") == [-10, 10])
        #expect(
            try range("{type: 'integer', minimum: 5}", "7", "[range.low, range.has(7), range.value(0.5) % 1]") == [
                5, true, 0,
            ]
        )
        let long = "{type: 'number', minimum: 1, maximum: 1e9, default: 1000}"
        let found = try range(
            long,
            "1000",
            "[range.isFactorial, range.position(1000) > 0.1, range.value(range.position(1000))]"
        )
        #expect(found == [true, true, 1_000])
        let whole = "{type: 'number', minimum: -1.7e308, maximum: 1.7e308, default: 1}"
        #expect(
            try range(whole, "1", "[0, 0.25, 0.5, 0.75, 1].every((position) => Number.isFinite(range.value(position)))")
                == true
        )
    }

    @Test func `a number moves by the step of the spec, to valid numbers only`() throws {
        func moved(_ spec: String, _ value: String, _ count: String) throws -> JSON {
            try self.value("new Range(\(spec), \(value)).moved(\(value), \(count))", from: "numbers.js")
        }
        let stepped = "{type: 'number', minimum: 0.5, maximum: 3, step: 0.5}"
        #expect(try moved(stepped, "1", "1") == 1.5)
        #expect(try moved(stepped, "1", "0.1") == 1.5)
        #expect(try moved(stepped, "2.8", "1") == 3)
        #expect(try moved("{type: 'number', minimum: 0, maximum: 1}", "0.1", "2") == 0.12)
        #expect(try moved("{type: 'number', exclusiveMinimum: 0, maximum: 1}", "0.01", "-5") == 0.01)
        #expect(try moved("{type: 'integer', minimum: 0, maximum: 9}", "8", "10") == 9)
    }

    @Test func `the small line has steps, a gap where there is no value, and few points however many there are`() throws
    {
        func line(_ points: String, _ expression: String = "path.getAttribute('d')") throws -> JSON {
            let draw = "drawLine(svg, (\(points)).map(([time, value]) => ({time, value})), 120_000)"
            return try value(
                "((svg, path) => (\(draw), \(expression)))(...((svg) => [svg, svg.firstChild])(makeLine()))",
                from: "line.js"
            )
        }
        #expect(try line("[[-Infinity, 1]]", "svg.hasAttribute('hidden')") == true)
        #expect(try line("[[-Infinity, NaN], [60_000, 0], [90_000, 4]]") == "M50 18H75V2H100")
        #expect(try line("[[-Infinity, 0], [30_000, 4], [60_000, NaN], [90_000, 2]]") == "M0 18H25V2H50M75 10H100")
        // A column keeps its lowest, its highest and its last value.
        #expect(try line("[[-Infinity, 2], [60_000, 4], [60_001, 0], [60_002, 1]]") == "M0 10H50V18V2V14H100")
        let many = "Array.from({length: 100_000}, (_, index) => [index, Math.sin(index)])"
        #expect(try line(many, "path.getAttribute('d').length < 2_000") == true)
    }

    @Test(arguments: [
        ("90", "PT1M30S"), ("90s", "PT1M30S"), ("1.5h", "PT1H30M"), ("1h 30m", "PT1H30M"), ("250ms", "PT0.25S"),
        ("0", "PT0S"),
        ("2d", "P2D"), ("PT5S", "PT5S"), ("soon", "soon"), ("1m 5", "1m 5"),
    ])
    func `a typed duration becomes its ISO text`(typed: String, iso: String) throws {
        #expect(try value("typed('\(typed)')", from: "durations.js") == .string(iso))
    }

    @Test func `an object with a member rawJSON is no number`() throws {
        let types = "[typeOf({rawJSON: '5'}), typeOf(parse('12345678901234567')), number({rawJSON: '5'}).rawJSON]"
        #expect(try value(types, from: "json.js") == ["object", "number", "5"])
    }

    @Test func `numbers that a person types are numbers, and nothing else is`() throws {
        let texts = "['7', ' .5 ', '+5', '5.', '1e3', '-0.25', '1,5', 'abc', '', '0x10', '1e400']"
        let numbers: JSON = [7, 0.5, 5, 5, 1_000, -0.25, nil, nil, nil, nil, nil]
        #expect(try value("\(texts).map((text) => typedNumber(text) ?? null)", from: "json.js") == numbers)
        #expect(
            try value("JSON.stringify(typedNumber('12345678901234567890'))", from: "json.js") == "12345678901234567890"
        )
        let digits = "[9007199254740993,1.5]"
        #expect(try value("JSON.stringify(parse('\(digits)'))", from: "json.js") == .string(digits))
    }

    @Test func `the first fault of a text that is not JSON has its offset`() throws {
        let texts: [(String, JSON)] = [
            (#"{"a": 1, "b": }"#, [14, "expected a value"]), ("[1, 2", [5, #"expected "," or "]""#]),
            (#"{"a" 1}"#, [5, #"expected ":""#]), ("{a: 1}", [1, "expected a name in double quotes"]),
            ("[1,]", [3, "expected a value"]), ("1 2", [2, "expected the end"]), ("TRUE", [0, "expected a value"]),
            (#"{"x": [1, {"y": null}], "z": "é"}"#, [nil, nil]), ("-0.5e3", [nil, nil]),
        ]
        for (text, fault) in texts {
            let found = try value(
                "((fault) => [fault?.offset ?? null, fault?.sentence ?? null])(findFault('\(text)'))",
                from: "json.js"
            )
            #expect(found == fault, "\(text)")
        }
    }

    @Test(arguments: [
        ("*", true), ("ui.*", true), ("ui.b*n.color", true), ("ui", false), ("*.colo", false),
        ("ui?button.color", false),
    ])
    func `a pattern matches the whole key`(pattern: String, isMatch: Bool) throws {
        #expect(try value("matchesPattern('\(pattern)', 'ui.button.color')", from: "groups.js") == .boolean(isMatch))
    }

    @Test func `pages of the history that overlap give points in order, and a removed value is a gap`() throws {
        func commit(_ revision: Int, _ change: String) -> String {
            "{revision: \(revision), time: '1970-01-01T00:00:00.00\(revision)Z', changes: [{key: 'a', \(change)}]}"
        }
        let pages = [
            [commit(9, "old: 3, value: 4"), commit(7, "old: 2, value: 3")],
            [commit(7, "old: 2, value: 3"), commit(5, "value: 2"), commit(4, "old: 1")],
            [commit(2, "old: 0, value: 1")],
        ]
        let read = pages.map { "values.addPast([\($0.joined(separator: ","))], 2)" }.joined(separator: ",")
        let points = """
            ((values) => {
                const past = [\(read)];
                const points = values.series.get('a').map(({time, value}) => `${time}:${value}`);
                return [points, past.map((one) => one.isComplete), past.map((one) => one.revision)];
            })(new Values(new EventTarget()))
            """
        #expect(
            try value(points, from: "values.js") == [
                ["-Infinity:0", "2:1", "4:NaN", "5:2", "7:3", "9:4"], [false, false, true], [7, 4, 2],
            ]
        )
    }

    @Test func `a change during the second of two loads that overlap is not lost`() throws {
        // The responses come in the order of the calls, and the notification before the last one.
        let value = try browser.run(
            """
            import('/page/values.js').then(async ({Values}) => {
                const calls = [], receivers = [];
                const wait = () => new Promise((resolve) => calls.push(resolve));
                const daemon = Object.assign(new EventTarget(), {
                    ownRevisions: new Set(), call: wait,
                    subscribe(family, params, receive) { receivers.push(receive); return wait(); },
                });
                const values = new Values(daemon);
                const loads = [values.load(), values.load()];
                const results = [
                    () => ({epoch: 'e', end() {}}), () => ({revision: 1, tunables: [{key: 'a', value: 1, revision: 1}]}),
                    () => ({commits: []}),
                ];
                let count = 0;
                const respond = () => calls.shift()(results[count++ % 3]());
                while (count < 5) respond();
                await loads[0];
                receivers[1]({from: 1, to: 2, time: '2026-01-01T00:00:00Z', changes: [{key: 'a', value: 2}]});
                respond();
                await loads[1];
                return values;
            }).then((values) => done(values.all.get('a')?.value ?? null), (error) => done(String(error)));
            """,
            []
        )
        #expect(value == 2)
    }

    @Test(arguments: [
        (#"{"==":[{"var":"tier"},"gold"]}"#, #"tier == "gold""#),
        (#"{"and":[{"or":[{"var":"a"},true]},{"!":{"var":["b",1]}}]}"#, "(a or true) and !(b)"),
        (#"{"in":[{"var":"x"},["a",{"cat":["b","c"]}]]}"#, #"x in ["a", cat("b", "c")]"#),
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#), (#"{"var":""}"#, "context"),
    ])
    func `an expression of a rule has one line`(rule: String, words: String) throws {
        #expect(try value("words(\(rule))", from: "rules.js") == .string(words))
    }

    @Test func `the parts of a rule have JSON pointers, and the shares of each split their weights`() throws {
        let rule = #"{"if":[{"<":{"var":["a/b",{"var":"c"}]}},"on",{"fractional":[{"var":"id"},["on",1],["off"]]}]}"#
        let all =
            "(function all(rule, at) { return parts(rule, at).flatMap((one) => [one.at, ...all(one.rule, one.at)]); })"
        #expect(
            try value("\(all)(\(rule), '')", from: "rules.js") == [
                "/if/0", "/if/0/<", "/if/0/</var/1", "/if/1", "/if/2", "/if/2/fractional/0", "/if/2/fractional/1/0",
                "/if/2/fractional/2/0",
            ]
        )
        #expect(
            try value(
                "splits(\(rule)).map(({at, shares}) => [at, ...shares.map(({weight}) => weight)])",
                from: "rules.js"
            )
                == [["/if/2", 1, 1]]
        )
        let steps = #"[{"at":"","taken":2},{"at":"/if/2","taken":1}]"#
        #expect(
            try value("decided(\(rule), {steps: \(steps), values: {}})", from: "rules.js") == [
                "", "/if/2", "/if/2/fractional/2/0",
            ]
        )
    }

    @Test func `short lists and objects have one line in indented JSON, with all digits`() throws {
        let long = "{list: [1, 2], text: 'x'.repeat(60), big: parse('12345678901234567890')}"
        #expect(
            try value("pretty(\(long))", from: "json.js")
                == .string(
                    "{\n  \"list\": [1,2],\n  \"text\": \"\(String(repeating: "x", count: 60))\",\n"
                        + "  \"big\": 12345678901234567890\n}"
                )
        )
        #expect(
            try value("[pretty({a: [1]}), pretty(null), pretty('a')]", from: "json.js") == [
                #"{"a":[1]}"#, "null", #""a""#,
            ]
        )
    }
}
