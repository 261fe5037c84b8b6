import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

/// The lines of a recording, without a daemon.
@Suite struct RecordingTests {
    private static let first =
        #"{"format":"tuner recording","version":1,"time":"T","epoch":"e","revision":3,"values":{"a":1}}"# + "\n"
    private static let second =
        #"{"after":0.5,"revision":4,"changes":[{"key":"a","value":null},{"key":"b"}]}"# + "\n"
    private static let third = #"{"after":2.0,"revision":9,"changes":[{"key":"c","value":[1]}],"merged":true}"# + "\n"

    private func read(_ text: String) throws(RecordingFault) -> Recording { try Recording(Array(text.utf8)) }

    @Test func `lines are read as they were written`() throws {
        let recording = try read(Self.first + Self.second + Self.third)
        #expect(recording.start.values == ["a": 1])
        #expect(recording.commits.map(\.line) == [2, 3])
        #expect(recording.commits[0].changes.map(\.key) == ["a", "b"])
        #expect(recording.commits[0].changes[0].value == .null)
        #expect(recording.commits[0].changes[1].value == nil)
        #expect(recording.commits.map(\.isMerged) == [false, true])
        #expect(try JSON.parse(Self.first) == recording.start.json)
        #expect(try JSON.parse(Self.second) == recording.commits[0].json)
        #expect(try JSON.parse(Self.third) == recording.commits[1].json)
        #expect(!recording.isCut)
    }

    @Test func `overrides of flags are read as they were written`() throws {
        let first = Self.first.replacing(
            "}}\n",
            with: #"},"flags":[{"key":"f","variant":"on"},{"key":"g","value":3}]}"# + "\n"
        )
        let second = Self.second.replacing("]}\n", with: #"],"flags":[{"key":"f"},{"key":"g","value":4}]}"# + "\n")
        let recording = try read(first + second)
        #expect(recording.start.overrides == ["f": .variant("on"), "g": .value(3)])
        #expect(recording.commits[0].overrides.map(\.key) == ["f", "g"])
        #expect(recording.commits[0].overrides.map(\.override) == [nil, .value(4)])
        #expect(try JSON.parse(first) == recording.start.json)
        #expect(try JSON.parse(second) == recording.commits[0].json)
    }

    @Test func `a file that ends anywhere has all whole lines`() throws {
        let text = Array((Self.first + Self.second + Self.third).utf8)
        let whole = try Recording(text)
        for count in Self.first.utf8.count...text.count {
            let recording = try Recording(Array(text.prefix(count)))
            let lines = text.prefix(count).count { $0 == UInt8(ascii: "\n") } - 1
            #expect(recording.commits == Array(whole.commits.prefix(lines)), "\(count)")
            #expect(recording.isCut == (text[count - 1] != UInt8(ascii: "\n")), "\(count)")
        }
        #expect(throws: RecordingFault.noRecording) { try Recording(Array(text.prefix(20))) }
    }

    @Test(
        arguments: [
            ("", .noRecording), ("{}\n", .noRecording), ("{\"a\":1}\n", .noRecording),
            (first.replacing("1,\"time", with: "2,\"time"), .otherVersion(2)),
            (first.replacing("1,\"time", with: "\"1\",\"time"), .noRecording),
            (first + "x\n", .noCommit(line: 2)), (first + second + "\n", .noCommit(line: 3)),
            (first + second.replacing("0.5", with: "-1"), .noCommit(line: 2)),
            (first + second.replacing("\"key\":\"b\"", with: "\"value\":1"), .noCommit(line: 2)),
            (first + second.replacing("]}", with: "],\"flags\":[1]}"), .noCommit(line: 2)),
        ] as [(String, RecordingFault)]
    )
    func `other files are refused, with the line`(text: String, fault: RecordingFault) {
        #expect(throws: fault) { try read(text) }
    }

    @Test func `the speed divides the times`() throws {
        let commit = try read(Self.first + Self.third).commits[0]
        #expect(ReplaySpeed("4")?.time(of: commit) == .milliseconds(500))
        #expect(ReplaySpeed("0.5")?.time(of: commit) == .seconds(4))
        #expect(ReplaySpeed("max")?.time(of: commit) == .zero)
        for text in ["0", "-1", "fast", "", "nan"] { #expect(ReplaySpeed(text) == nil, "\(text)") }
    }
}
