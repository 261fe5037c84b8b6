import JSONCore
import SyncEngine
import Testing

struct FleetConfigurationTests {
    private static let etcd = #""etcd":{"endpoints":["https://e:1"],"prefix":"/f/"}"#

    private static func text(_ fleet: String) -> String {
        "{\"sources\":[{\"layer\":\"a\",\"url\":\"http://h/\"}],\n\"fleet\":\(fleet)}"
    }

    private static func faults(_ fleet: String, host: String? = "host-7") -> [String] {
        do throws(ConfigurationFaults) {
            _ = try SyncConfiguration(text(fleet).utf8.span, host: host)
            return []
        } catch {
            return error.faults.map { $0.text(of: "c.json") }
        }
    }

    @Test func `a configuration without a fleet has none`() throws {
        let text = #"{"sources":[{"layer":"a","url":"http://h/"}]}"#
        #expect(try SyncConfiguration(text.utf8.span, host: "host-7").fleet == nil)
    }

    @Test func `all members are read`() throws {
        let text = FleetConfigurationTests.text(
            #"""
            {"etcd":{"endpoints":["https://e:1"],"prefix":"/f/","user":"u","password":{"file":"/run/p"}},
             "machine":"rack:1.host_7-b","certificates":"/c.pem","checks":"/etc/tuner/checks"}
            """#
        )
        let configuration = try SyncConfiguration(text.utf8.span)
        let fleet = try #require(configuration.fleet)
        #expect(fleet.machine == "rack:1.host_7-b")
        #expect(fleet.place.keys == .prefix("/f/"))
        #expect(fleet.place.user == "u")
        #expect(fleet.place.password == .file("/run/p"))
        #expect(fleet.certificates == "/c.pem")
        #expect(fleet.checks == "/etc/tuner/checks")
        #expect(configuration.files.map(\.path) == ["/run/p", "/c.pem", "/etc/tuner/checks"])
    }

    @Test func `the name of the host is the default for the name of the machine`() throws {
        let text = FleetConfigurationTests.text("{\(FleetConfigurationTests.etcd)}")
        #expect(try SyncConfiguration(text.utf8.span, host: "host-7").fleet?.machine == "host-7")
    }

    @Test func `a host whose name is not one of a machine needs a machine`() {
        let words =
            "2:9: fleet: the member machine is missing: the name of a machine has 1 to 128 letters, digits, ., _, - and :"
        let fleet = "{\(FleetConfigurationTests.etcd)}"
        #expect(
            FleetConfigurationTests.faults(fleet, host: "(none)")
                == ["c.json:\(words), but the name of this host is (none)"]
        )
        #expect(FleetConfigurationTests.faults(fleet, host: nil) == ["c.json:\(words)"])
    }

    @Test(
        arguments: [
            ("[]", "c.json:2:9: fleet: must be an object, got an array"),
            ("{}", "c.json:2:9: fleet: the member etcd is missing"),
            ("{\(etcd),\"mashine\":\"m\"}", "fleet/mashine: there is no member mashine; did you mean machine?"),
            ("{\(etcd),\"machine\":7}", "fleet/machine: must be a string, got a number"),
            ("{\(etcd),\"machine\":\"a/b\"}", "letters, digits, ., _, - and :, got a/b"),
            (
                "{\(etcd),\"machine\":\"\(String(repeating: "x", count: 129))\"}",
                "fleet/machine: the name of a machine has"
            ),
            ("{\(etcd),\"checks\":\"checks\"}", "fleet/checks: must be an absolute path such as /etc/tuner/checks"),
            (
                #"{"etcd":{"endpoints":["http://e"],"key":"/f"}}"#,
                "fleet/etcd/key: a fleet has a prefix instead of a key: each machine has its own keys below the prefix"
            ),
            (#"{"etcd":{"endpoints":["http://e"]}}"#, "fleet/etcd: the member prefix is missing"),
            (#"{"etcd":{"endpoints":["http://e"],"prefix":"/f"}}"#, "fleet/etcd/prefix: must end with /"),
            (
                #"{"etcd":{"endpoints":["http://e"],"prefix":"/{context}/"}}"#,
                "fleet/etcd/prefix: must not have {context}: a fleet has no context"
            ),
            (
                #"{"etcd":{"endpoints":["http://e"],"prefix":"/f/","user":"u","password":"secret"}}"#,
                "fleet/etcd/password: a credential must not be in the configuration"
            ),
            (
                #"{"etcd":{"endpoints":["http://e"],"prefix":"/f/"},"certificates":"/c"}"#,
                "fleet/certificates: only endpoints with https have certificates"
            ),
        ]
    ) func `a member is checked`(_ fleet: String, _ expected: String) {
        let faults = FleetConfigurationTests.faults(fleet)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.contains(expected) == true, "\(faults)")
        #expect(faults.first?.contains("secret") != true)
    }
}
