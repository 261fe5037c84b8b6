import JSONCore
import LayerPayloads
import Testing

struct PayloadTests {
    private static func members(_ text: String, _ format: LayerPayload.Format) throws(LayerPayload.Fault) -> JSON {
        .object(try LayerPayload(text.utf8.span, as: format).members)
    }

    @Test func `a layer stays as it is`() throws {
        let text = #"{"values":{"a":1},"ttl":5,"locks":["a"]}"#
        #expect(try PayloadTests.members(text, .layer) == JSON.parse(text))
    }

    @Test func `a document of flags has only flags`() throws {
        let text = #"{"$schema":"s","flags":{},"$evaluators":{},"metadata":{}}"#
        #expect(
            try PayloadTests.members(text, .flagd) == JSON.parse(#"{"flags":{},"$evaluators":{},"metadata":{}}"#)
        )
    }

    @Test func `a flat payload becomes a layer`() throws {
        let text = #"""
            {"plan_displayName":"Business","plan_data_limit":2000,"plan_priority_support":true,
             "plan_feature_list":"[\"support_chat\",\"billing_portal\"]","note":"[not JSON",
             "kill_switch":"true","meta_config_version":"7","meta_ttl_seconds":"3600","meta_other":1}
            """#
        let expected = #"""
            {"values":{"plan_displayName":"Business","plan_data_limit":2000,"plan_priority_support":true,
             "plan_feature_list":["support_chat","billing_portal"],"note":"[not JSON"},
             "killSwitch":true,"version":"7","ttl":3600}
            """#
        #expect(try PayloadTests.members(text, .flat) == JSON.parse(expected))
    }

    @Test(
        arguments: [
            ("", .layer, "the payload is not JSON: line 1, column 1: the text ends before a value"),
            ("[1]", .flat, "the payload must be an object, got an array"),
            (#"{"name":"x"}"#, .layer, "the payload must not have the member name"),
            (#"{"piece":0}"#, .layer, "the payload must not have the member piece"),
            (#"{"for":3}"#, .layer, "the payload must not have the member for"),
            ("{}", .layer, "the payload has neither values nor flags nor killSwitch"),
            (#"{"values":{"a":1,"a":2}}"#, .layer, "the payload has a name twice in one object"),
            ("{}", .flagd, "the payload has no member flags"),
            (#"{"kill_switch":"maybe"}"#, .flat, "kill_switch must be true or false"),
            (#"{"meta_ttl_seconds":-1}"#, .flat, "meta_ttl_seconds must be a whole number above 0"),
            (#"{"meta_config_version":7}"#, .flat, "meta_config_version must be a string that is not empty"),
        ] as [(String, LayerPayload.Format, String)]
    ) func `a wrong payload is refused`(_ text: String, _ format: LayerPayload.Format, _ reason: String) {
        do throws(LayerPayload.Fault) {
            _ = try PayloadTests.members(text, format)
            Issue.record("the payload was accepted")
        } catch {
            #expect(error.description.hasPrefix(reason), "\(error)")
        }
    }
}
