import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing

/// `tunerctl doctor` while a program reports sources of layers.
@Suite(.blocking) struct DoctorSourceTests {
    private let installation: Installation
    private let program: Program

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        // The connection stays open while doctor runs.
        program = try installation.start("stdio")
    }

    /// Reports sources, and returns the findings about them and the exit code.
    private func findings(_ id: Int, _ sources: String) throws -> (lines: [String], code: Int32) {
        let call = #"{"jsonrpc":"2.0","id":\#(id),"method":"sync.report","params":{"sources":[\#(sources)]}}"#
        try program.write(call + "\n")
        _ = try program.output { $0.contains("\"id\":\(id)") }
        let result = try installation.run("doctor")
        let lines = result.output.split(separator: "\n").map(String.init)
        let indices = lines.indices.filter { lines[$0].dropFirst(7).hasPrefix("source") }
        return (indices.flatMap { [lines[$0]] + lines[($0 + 1)...].prefix { $0.hasPrefix(" ") } }, result.code)
    }

    private static func source(_ layer: String, _ members: String = "") -> String {
        #"{"layer":"\#(layer)","address":"http://h","state":"waiting"\#(members)}"#
    }

    @Test func `a source that could not be fetched is a fault, with the reason and the command`() throws {
        let bad = Self.source("team", #","failures":3,"error":"no route to the host""#)
        let wrong = Self.source("a b", #","error":"not JSON""#)
        let (lines, code) = try findings(1, "\(bad),\(wrong),\(Self.source("own"))")
        #expect(
            lines == [
                "fault  source       team could not be fetched: no route to the host",
                "                    to do: correct the origin, then: tunersync now team",
                "fault  source       a b has a payload that is not usable: not JSON",
                "                    to do: correct the origin, then: tunersync now 'a b'",
            ]
        )
        #expect(code == 1)
        let (good, goodCode) = try findings(2, "\(Self.source("team")),\(Self.source("own"))")
        #expect(good == ["ok     sources      2 sources"])
        #expect(goodCode == 0)
        #expect(try findings(3, "").lines == [])
    }
}
