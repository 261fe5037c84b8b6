import JSONCore
import LayerPayloads
import SyncEngine
import Testing

struct ConfigurationTests {
    private static func faults(_ text: String) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try SyncConfiguration(text.utf8.span)
            return []
        } catch {
            return error.faults.map { $0.text(of: "c.json") }
        }
    }

    @Test func `a source has defaults`() throws {
        let text = #"{"sources":[{"layer":"team","url":"https://config.example/team.json"}]}"#
        let configuration = try SyncConfiguration(text.utf8.span)
        let source = try #require(configuration.sources.first)
        #expect(source.interval == .seconds(60))
        #expect(source.minInterval == .zero)
        #expect(source.timeout == .seconds(2))
        #expect(source.format == .layer)
        #expect(source.ttl == nil)
        #expect(configuration.activate == [])
    }

    @Test func `all members are read`() throws {
        let text = #"""
            {"sources": [{
               "layer": "business", "url": "http://[::1]:80/rc?t={context}&x=1", "context": "a b/ü", "format": "flat",
               "interval": 0.5e2, "minInterval": 86400, "timeout": 10, "ttl": 7200, "schema": "/s.json", "maxBytes": 100,
               "headers": {"Authorization": {"file": "/run/secret"}, "X-Team": "t", "X-Key": {"environment": "KEY"}}
             }],
             "activate": ["business"]}
            """#
        let source = try #require(try SyncConfiguration(text.utf8.span).sources.first)
        #expect(source.address == "http://[::1]:80/rc?t=a%20b%2F%C3%BC&x=1")
        #expect(source.format == .flat)
        #expect(source.interval == .seconds(50))
        #expect(source.minInterval == .seconds(86_400))
        #expect(source.timeout == .seconds(10))
        #expect(source.ttl == 7_200)
        #expect(source.schema == "/s.json")
        #expect(source.mostBytes == 100)
        #expect(source.fields.map(\.name) == ["Authorization", "X-Team", "X-Key"])
        #expect(source.fields.map(\.isSecret) == [true, false, true])
    }

    @Test(
        arguments: [
            ("{", "c.json:1:2: the text ends before a name in quotes or }"),
            ("[]", "c.json:1:1: must be an object, got an array"),
            ("{}", "c.json:1:1: the member sources is missing"),
            (#"{"sources":[]}"#, "c.json:1:12: sources: there is no source"),
            (#"{"sources":[],"sources":[]}"#, "c.json:1:15: the name sources is repeated"),
            (#"{"sources":[{"url":"http://h/"}]}"#, "c.json:1:13: sources/0: the member layer is missing"),
            (#"{"sources":[{"layer":"a"}]}"#, "c.json:1:13: sources/0: the member url or etcd is missing"),
            (#"{"sources":[{"layer":"","url":"http://h/"}]}"#, "c.json:1:22: sources/0/layer: must not be empty"),
        ]
    ) func `a fault has its position`(_ text: String, _ expected: String) {
        #expect(ConfigurationTests.faults(text).contains(expected), "\(ConfigurationTests.faults(text))")
    }

    @Test(
        arguments: [
            (
                #""url":"ftp://h/""#,
                "sources/0/url: must be a URL such as https://config.example/team.json, got ftp://h/"
            ),
            (#""url":"http://""#, "must be a URL such as"),
            (#""url":"http://u:p@h/""#, "must not contain a user or a password; use headers with a file"),
            (#""url":"http://h/a b""#, "must not contain a space or a control character; write a space as %20"),
            (#""url":"http://{context}/","context":"c""#, "must not have {context} in the name of the host"),
            (#""url":"http://h/{contxt}""#, "must have { and } only in {context}; write them as %7B and %7D"),
            (#""url":"http://h/{context}""#, "has {context}, but the source has no context"),
            (#""url":"http://h/","context":"c""#, "the source has a context, but its URL has no {context}"),
            (
                #""url":"http://h/","interval":"30s""#,
                "interval: must be a number of seconds from 1 to 31536000, got the string 30s"
            ),
            (#""url":"http://h/","interval":0"#, "must be a number of seconds from 1 to 31536000, got 0"),
            (#""url":"http://h/","ttl":1.5"#, "ttl: must be a whole number from 1 to 3153600000, got 1.5"),
            (#""url":"http://h/","format":"falt""#, "must be layer, flagd or flat, got falt; did you mean flat?"),
            (#""url":"http://h/","intervall":1"#, "there is no member intervall; did you mean interval?"),
            (#""url":"http://h/","format":"flagd","schema":"s""#, "a document of flags has no values for a schema"),
            (
                #""url":"http://h/","headers":{"Authorization":"secret"}"#,
                "a credential must not be in the configuration"
            ),
            (#""url":"http://h/","headers":{"cookie":"secret"}"#, "a credential must not be in the configuration"),
            (#""url":"http://h/","certificates":"/c.pem""#, "only a URL with https has certificates"),
            (#""url":"http://h/","headers":{"Host":"x"}"#, "tunersync sets the field Host itself"),
            (#""url":"http://h/","headers":{"X Y":"x"}"#, "X Y is not the name of a field"),
            (#""url":"http://h/","headers":{"X":"a\nb"}"#, "must not contain a control character"),
            (
                #""url":"http://h/","headers":{"X":{"file":"a","environment":"b"}}"#,
                "must have either file or environment"
            ),
            (
                #""url":"http://h/","headers":{"X":1}"#,
                "must be a string, {\"file\": PATH} or {\"environment\": NAME}, got a number"
            ),
        ]
    ) func `a member is checked`(_ members: String, _ expected: String) {
        let faults = ConfigurationTests.faults("{\"sources\":[{\"layer\":\"a\",\(members)}]}")
        #expect(faults.count == 1)
        #expect(faults.first?.contains(expected) == true, "\(faults)")
        #expect(faults.first?.contains("secret") != true)
    }

    @Test(
        arguments: [
            (
                #""labels.zone""#,
                "1:51: sources/0/when: must be a rule, such as {\"==\": [{\"var\": \"labels.zone\"}, \"eu\"]}, got a string"
            ),
            (
                "{}",
                "1:51: sources/0/when: must be a rule, such as {\"==\": [{\"var\": \"labels.zone\"}, \"eu\"]}, got an empty object"
            ),
            (#"{"!":[{"vra":"labels.a"}]}"#, "1:64: sources/0/when/!/0/vra: is not an operator; did you mean var?"),
            (
                #"{"!":{"var":"zone"}}"#,
                "1:63: sources/0/when/!/var: reads zone; there are only labels.NAME and flags.KEY"
            ),
            (
                #"{"!":{"var":""}}"#,
                "1:63: sources/0/when/!/var: reads all data; there are only labels.NAME and flags.KEY"
            ),
            (
                #"{"var":{"cat":["flags.","a"]}}"#,
                "1:58: sources/0/when/var: the name is computed; a rule of a source must have the whole name in a string"
            ),
            (
                #"{"missing":["flags.a",{"var":"labels.a"}]}"#,
                "1:73: sources/0/when/missing/1: the name is computed; a rule of a source must have the whole name in a string"
            ),
            (#"{"var":"flags"}"#, "1:58: sources/0/when/var: must name a flag: a flag's key must not be empty"),
            (
                #"{"or":[{"var":"flags.ui"},{"var":"flags.ui.beta"}]}"#,
                "1:84: sources/0/when/or/1/var: reads the flags ui and ui.beta, but one name begins with the other"
            ),
            (
                #"{"fractional":[["a"],["b"]]}"#,
                "1:65: sources/0/when/fractional: reads targetingKey; there are only labels.NAME and flags.KEY"
            ),
            (
                #"{"$ref":"shared"}"#,
                "1:51: sources/0/when: there is no shared rule shared; a source has only its own rule"
            ),
        ]
    ) func `a rule with a fault is refused`(_ rule: String, _ expected: String) {
        let faults = ConfigurationTests.faults(
            "{\"sources\":[{\"layer\":\"a\",\"url\":\"http://h/\",\"when\":\(rule)}]}"
        )
        #expect(faults == ["c.json:\(expected)"])
    }

    @Test func `labels are checked`() {
        let text = #"{"sources":[{"layer":"a","url":"http://h/"}],"labels":{"a.b":1,"c":null,"":"x","d":[1]}}"#
        let name = "the name of a label must not"
        let value = "must be a string, a number or a boolean, got"
        #expect(
            ConfigurationTests.faults(text) == [
                "c.json:1:62: labels/a.b: \(name) have a dot: a rule could not read it",
                "c.json:1:68: labels/c: \(value) null",
                "c.json:1:76: labels/\"\": \(name) be empty",
                "c.json:1:84: labels/d: \(value) an array",
            ]
        )
    }

    @Test(
        arguments: [
            "X-Auth-Token", "PRIVATE-TOKEN", "Client-Secret", "X-Password", "X-API-Key", "api-key", "ApiKey",
            "X_API_KEY",
            "Authorization", "Proxy-Authorization", "Cookie",
        ]
    ) func `the value of a field with the name of a credential is not in the configuration`(_ name: String) {
        func faults(_ value: String) -> [String] {
            ConfigurationTests.faults(
                "{\"sources\":[{\"layer\":\"a\",\"url\":\"http://h/\",\"headers\":{\"\(name)\":\(value)}}]}"
            )
        }
        #expect(faults("\"plain\"").count == 1)
        #expect(faults("\"plain\"").first?.contains("a credential must not be in the configuration") == true)
        #expect(faults(#"{"environment":"NAME"}"#) == [])
    }

    @Test(arguments: ["X-Team", "Accept-Language", "X-Key", "X-Api-Version"])
    func `another field may have a plain value`(
        _ name: String
    ) {
        let text = "{\"sources\":[{\"layer\":\"a\",\"url\":\"http://h/\",\"headers\":{\"\(name)\":\"plain\"}}]}"
        #expect(ConfigurationTests.faults(text) == [])
    }

    @Test func `two sources have different layers`() {
        let text = #"""
            {"sources":[{"layer":"a","url":"http://h/1"},
             {"layer":"a","url":"http://h/2"}]}
            """#
        #expect(
            ConfigurationTests.faults(text) == ["c.json:2:11: sources/1/layer: another source has the layer a, too"]
        )
    }

    @Test func `only layers of sources are activated`() {
        let text =
            #"{"sources":[{"layer":"platform","url":"http://h/"}],"activate":["platfrom","platform","platform"]}"#
        let faults = ConfigurationTests.faults(text)
        #expect(faults.count == 2)
        #expect(faults.first?.hasSuffix("no source has the layer platfrom; did you mean platform?") == true)
        #expect(faults.last?.hasSuffix("the layer platform is repeated") == true)
    }
}
