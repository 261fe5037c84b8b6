import SyncEngine
import Testing

/// The member `relay` of a configuration.
struct RelaySettingsTests {
    @Test(
        arguments: [
            (#""x""#, "relay: must be an object, got a string"),
            (#"{"tokn":1}"#, "relay/tokn: there is no member tokn; did you mean token?"),
            (
                #"{"token":"s3cret"}"#,
                #"relay/token: a credential must not be in the configuration; use {"file": PATH} or {"environment": NAME}"#
            ),
            (#"{"open":1}"#, "relay/open: must be true or false, got a number"),
            (#"{"open":true,"token":{"file":"t"}}"#, "relay/open: must not be true if the relay has a token"),
        ]
    ) func `a fault in the settings is named`(_ value: String, _ sentence: String) {
        let text = #"{"sources":[{"layer":"a","url":"http://h/"}],"relay":\#(value)}"#
        do throws(ConfigurationFaults) {
            _ = try SyncConfiguration(Array(text.utf8).span)
            Issue.record("no fault")
        } catch {
            #expect(error.faults.map { String($0.text(of: "c").split(separator: " ", maxSplits: 1)[1]) } == [sentence])
        }
    }

    @Test func `the settings have a token, or are open`() throws {
        func settings(_ value: String) throws -> RelaySettings {
            try SyncConfiguration(
                Array(#"{"sources":[{"layer":"a","url":"http://h/"}],"relay":\#(value)}"#.utf8).span
            ).relay
        }
        #expect(try settings(#"{"token":{"file":"t"}}"#).token == .file("t"))
        #expect(try settings(#"{"open":true}"#).isOpen)
        #expect(try settings("{}") == RelaySettings())
    }
}
