import BlockingTests
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of the routes of OFREP with clients that others have made.
@Suite(.blocking) struct OFREPClientTests {
    /// The interpreter that has the provider from PyPI, which `.ci/run` installs.
    private static let python = ProjectFile.path(".build/python/bin/python3")
    private static let provider: ConditionTrait = .enabled(
        if: Demands.areStrict || Kernel.isProgram(python),
        "missing here: the OFREP provider for Python; install it with: .ci/python"
    )
    private static let node: ConditionTrait = .enabled(
        if: Demands.areStrict || Kernel.isProgram("/usr/bin/node"),
        "missing here: node"
    )
    private static let flags = #"""
        {"flags":{
         "gold":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","metadata":{"team":"t"},
          "targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on"]}},
         "for-ada":{"state":"ENABLED","variants":{"y":"yes","n":"no"},"defaultVariant":"n",
          "targeting":{"if":[{"==":[{"var":"targetingKey"},"ada"]},"y"]}},
         "whole":{"state":"ENABLED","variants":{"a":7},"defaultVariant":"a"},
         "part":{"state":"ENABLED","variants":{"a":0.5},"defaultVariant":"a"},
         "object":{"state":"ENABLED","variants":{"a":{"list":[1,"ü"]}},"defaultVariant":"a"},
         "off":{"state":"DISABLED","variants":{"a":"x"},"defaultVariant":"a"},
         "code-default":{"state":"ENABLED","variants":{"a":"x"}},
         "bad":{"state":"ENABLED","variants":{"a":1},"targeting":{"cat":["x"]}}}}
        """#

    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        gateway = try GatewayProcess()
        daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("flags.define", Self.flags)
    }

    /// Runs a script with the address of the server and the token as its arguments.
    private func run(_ program: String, _ options: [String], _ script: String) throws -> Program.Result {
        let arguments = options + [script, "http://\(gateway.host)", try gateway.token]
        return try Program(program, arguments).wait()
    }

    @Test(provider) func `the OFREP provider for Python evaluates flags`() throws {
        let result = try run(
            Self.python,
            ["-c"],
            """
            import sys
            from openfeature import api
            from openfeature.evaluation_context import EvaluationContext
            from openfeature.contrib.provider.ofrep import OFREPProvider
            headers = {"Authorization": "Bearer " + sys.argv[2]}
            api.set_provider(OFREPProvider(sys.argv[1], headers_factory=lambda: headers))
            client = api.get_client()
            def show(details):
                print(details.value, details.variant, details.reason.value if details.reason else None,
                    details.error_code.value if details.error_code else None, details.flag_metadata)
            gold = EvaluationContext(attributes={"tier": "gold"})
            show(client.get_boolean_details("gold", False, gold))
            show(client.get_boolean_details("gold", True))
            show(client.get_string_details("for-ada", "?", EvaluationContext("ada")))
            show(client.get_integer_details("whole", 0))
            show(client.get_float_details("part", 0.0))
            show(client.get_object_details("object", {}))
            show(client.get_string_details("missing", "default"))
            show(client.get_string_details("whole", "default"))
            show(client.get_integer_details("bad", 3))
            show(client.get_string_details("off", "default"))
            show(client.get_string_details("code-default", "default"))
            """
        )
        // For a flag without a value, the provider also prints an error of its code.
        #expect(result.code == 0)
        #expect(
            result.output == """
                True on TARGETING_MATCH None {'team': 't'}
                False off DEFAULT None {'team': 't'}
                yes y TARGETING_MATCH None {}
                7 a STATIC None {}
                0.5 a STATIC None {}
                {'list': [1, 'ü']} a STATIC None {}
                default None ERROR FLAG_NOT_FOUND {}
                default None ERROR TYPE_MISMATCH {}
                3 None ERROR GENERAL {}
                default None ERROR GENERAL {}
                default None ERROR GENERAL {}

                """
        )
    }

    @Test(node) func `a client in Node evaluates, keeps its response and receives a change`() throws {
        let result = try run(
            "/usr/bin/node",
            ["-e"],
            """
            const [url, token] = process.argv.slice(1);
            const headers = {Authorization: "Bearer " + token, "Content-Type": "application/json"};
            const post = (path, body, more = {}) =>
                fetch(url + path, {method: "POST", headers: {...headers, ...more}, body: JSON.stringify(body)});
            async function main() {
                const context = {context: {tier: "gold"}};
                const one = await post("/ofrep/v1/evaluate/flags/gold", context);
                console.log(one.status, JSON.stringify(await one.json()));
                const all = await post("/ofrep/v1/evaluate/flags", context);
                const bulk = await all.json();
                const tag = all.headers.get("ETag");
                const second = await post("/ofrep/v1/evaluate/flags", context, {"If-None-Match": tag});
                console.log(all.status, second.status, (await second.text()).length);
                const uri = bulk.eventStreams[0].endpoint.requestUri;
                const stream = await fetch(new URL(uri, url), {headers});
                console.log(stream.status, stream.headers.get("Content-Type"));
                const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
                let text = "";
                console.log("ready");
                while (!text.includes("refetchEvaluation")) text += (await reader.read()).value;
                const third = await post("/ofrep/v1/evaluate/flags", context, {"If-None-Match": tag});
                const flag = (await third.json()).flags.find(flag => flag.key === "gold");
                console.log(third.status, flag.value);
                process.exit(0);
            }
            main();
            """,
            whenReady: { try daemon.value("flags.set", #"{"key":"gold","value":false}"#) }
        )
        #expect(
            result
                == Program.Result(
                    code: 0,
                    output: """
                        200 {"key":"gold","reason":"TARGETING_MATCH","value":true,"variant":"on","metadata":{"team":"t"}}
                        200 304 0
                        200 text/event-stream
                        ready
                        200 false

                        """
                )
        )
    }

    /// Runs a script, and calls an action when it has printed that it is ready.
    private func run(
        _ program: String,
        _ options: [String],
        _ script: String,
        whenReady action: () throws -> Void
    ) throws -> Program.Result {
        let arguments = options + [script, "http://\(gateway.host)", try gateway.token]
        let program = try Program(program, arguments)
        _ = try program.output { $0.contains("ready\n") }
        try action()
        return try program.wait()
    }
}
