import FlagEngine
import JSONCore
import StateCore
import StewEngine
import Testing
import TunableEngine

@testable import TunerStore

/// Writing a state and reading it back restores the same state.
@Suite struct StateLinesTests {
    private static func text(of line: some JSONWritable) throws -> String {
        var writer = JSONWriter()
        try line.write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    /// Checks that a line's own writer produces the same text as its declaration.
    private static func check(_ line: some JSONRecord) throws {
        var writer = JSONWriter()
        try line.writeAsDeclared(to: &writer)
        #expect(try text(of: line) == String(decoding: [UInt8](writer.bytes), as: UTF8.self))
    }

    private static func load(_ lines: [String]) throws -> StateLoader {
        let loader = StateLoader(rules: StateRules())
        loader.begin()
        for line in lines {
            try loader.load(Array(line.utf8).span, from: .snapshot)
        }
        return loader
    }

    @Test func `only the set value of a built-in tunable is written`() throws {
        var state = State(epoch: "e")
        let base = try Key("stew.v1.base")
        let time = Moment(milliseconds: 0)
        let commit = try #require(
            try state.perform(.set(base, 40, WriteOptions()), by: MutationScript.author, at: time).commit
        )
        let lines = MutationScript.lines(of: state)
        #expect(lines.filter { $0.contains("stew.") && $0.hasPrefix(#"{"key"#) }.count == 1)
        #expect(lines.contains(#"{"key":"stew.v1.base","value":40,"revision":1}"#))
        for read in [lines, MutationScript.lines(of: [commit])] {
            let loaded = try Self.load(read).finish(epoch: "e")
            #expect(loaded.tunable(base)?.resolution == state.tunable(base)?.resolution)
            #expect(loaded.tunable(base)?.declaration == state.tunable(base)?.declaration)
            #expect(loaded.tunable(base)?.revision == 1)
        }
    }

    @Test func `a kill switch applies to built-in tunables that no line mentions`() throws {
        var state = State(epoch: "e")
        let limit = KillSwitchEntry(patterns: try KeyPatterns("stew.v2.*" as JSON), reason: nil)
        _ = try state.perform(.addKillSwitch(limit), by: MutationScript.author, at: Moment(milliseconds: 0))
        let older = MutationScript.lines(of: state).filter { !$0.contains(#""key":"stew."#) }
        let loaded = try Self.load(older).finish(epoch: "e")
        #expect(loaded.tunable(try Key("stew.v2.base"))?.resolution.origin == .limited)
        #expect(loaded.tunable(try Key("stew.v1.base"))?.resolution.origin == .default)
    }

    @Test func `loading the lines of a snapshot gives an equal state`() throws {
        var softState = SoftState()
        softState.note(arrivalOf: "business", at: Moment(milliseconds: 5))
        try softState.note(declarationOf: ["a", "ui.b"].map { try Key($0) }, at: Moment(milliseconds: 7))
        softState.note(rejectionOf: "personal", at: Moment(milliseconds: 6), "no\u{2028}")
        let stew = StewInputs(try StewWeight(ounces: 28.349523125), .cherry, .wholePeeled)
        let settings = StewSettings(model: .v2, unit: .celsius, showsTips: true)
        _ = softState.note(StewPlan(stew, settings, .initial), in: nil)
        _ = softState.prefer(.celsius, in: nil)
        let (state, _) = try MutationScript.state()
        let lines = MutationScript.lines(of: state, softState)
        let loader = try Self.load(lines)
        #expect(loader.softState == softState)
        let loaded = loader.finish(epoch: state.epoch)
        #expect(MutationScript.lines(of: loaded, softState) == lines)
        #expect(loaded.nextDeadline == state.nextDeadline)
        #expect(loaded.tunableCount == state.tunableCount)
        #expect(loaded.flagCount == state.flagCount)
    }

    @Test func `loading the lines of a journal gives an equal state`() throws {
        let (state, commits) = try MutationScript.state()
        let loader = try Self.load(MutationScript.lines(of: commits))
        #expect(MutationScript.lines(of: loader.finish(epoch: "e")) == MutationScript.lines(of: state))
    }

    @Test func `an edit of the second format contains all kill switch patterns`() throws {
        let loader = try Self.load([
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"limits":[{"match":["a"]}]}]}"#,
            #"{"edits":[{"limits":[{"match":["a","b*"]},{"match":["c"],"reason":"r"}]}]}"#,
            #"{"edits":[{"limit":{"match":["d"]},"lift":["a","c"]}]}"#,
        ])
        let limits = loader.finish(epoch: "e").killSwitch
        #expect(limits.map { $0.patterns.patterns.map(\.text) } == [["b*"], ["d"]])
    }

    @Test func `a commit with a declaration sets the declaration time without soft state`() throws {
        let head = #"{"revision":1,"time":500,"client":"a","pid":1,"uid":0,"operation":"x","edits":["#
        let declarations = ["a", "b"].map {
            #"{"declare":"\#($0)","spec":{"type":"integer"},"declaredBy":{"client":"a","pid":1,"uid":0}}"#
        }
        let first = head + declarations.joined(separator: ",") + "]}"
        let softState = #"{"soft":[],"declared":{"a":700,"c":600}}"#
        let second = #"{"edits":[{"forget":"a"}]}"#
        let found = try [[first], [first, softState], [softState, first], [first, second]].map { lines in
            try Self.load(lines).softState.declarations.map { "\($0.key) \($0.value.milliseconds)" }.sorted()
        }
        #expect(found == [["a 500", "b 500"], ["a 700", "c 600"], ["a 500", "b 500", "c 600"], ["b 500"]])
    }

    @Test func `a commit with a layer sets its arrival time and clears its rejections`() throws {
        let head = #"{"revision":1,"time":500,"client":"a","pid":1,"uid":0,"operation":"x","edits":["#
        let put = head + #"{"layer":{"name":"l","values":{},"locks":[],"killSwitch":false}}]}"#
        let softState = #"{"soft":[{"layer":"l","arrival":300,"rejected":2,"time":400,"error":"no"}]}"#
        let found = try [[softState], [put], [softState, put], [put, softState]].map { lines in
            let health = try Self.load(lines).softState.layers["l"]
            return "\(health?.arrival?.milliseconds ?? 0) \(health?.rejection?.count ?? 0)"
        }
        #expect(found == ["300 2", "500 0", "500 0", "300 2"])
    }

    @Test func `a journal continues after a snapshot at any commit`() throws {
        let steps = try MutationScript.steps().filter { $0.commit != nil }
        let (state, commits) = try MutationScript.state()
        for count in 0...commits.count {
            let half = count == 0 ? State(epoch: "e") : steps[count - 1].state
            let loader = try Self.load(
                MutationScript.lines(of: half) + MutationScript.lines(of: commits.dropFirst(count))
            )
            #expect(
                MutationScript.lines(of: loader.finish(epoch: "e")) == MutationScript.lines(of: state),
                "after \(count)"
            )
        }
    }

    @Test(arguments: [
        (#"{"key":"a","value":1}"#, "comes before the first line of the snapshot"),
        (#"{"zzz":1}"#, "has an unknown kind"),
        (#"{}"#, "has an unknown kind"),
        (#"{"edits":[{"unset":"a"}]}"#, "has edits without a commit line before it"),
        (
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"set":"a"}]}"#,
            "has set, but lacks a member that set requires"
        ),
        (
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"unset":"a b"}]}"#,
            "has an invalid key"
        ),
        (
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"define":"a"}]}"#,
            "has define, but lacks a member that define requires"
        ),
        (
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"removeFlag":"\n"}]}"#,
            "has an invalid flag key"
        ),
        (
            #"{"revision":1,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[{"force":"a","forced":{}}]}"#,
            "has force, but lacks a member that force requires"
        ),
        (#"{"flag":"a"}"#, "comes before the first line of the snapshot"),
        (#"{"flag":"a","definition":{}}"#, "has an invalid definition of a: "),
        (
            #"{"revision":0,"time":0,"client":"a","pid":1,"uid":0,"operation":"x","edits":[]}"#,
            "has the revision 0, which is not greater than 0"
        ),
    ])
    func `an invalid line is refused`(line: String, reason: String) throws {
        let fault = #expect(throws: RecordFault.self) { _ = try Self.load([line]) }
        #expect(fault?.reason.hasPrefix(reason) == true, "\(fault?.reason ?? "")")
    }

    @Test func `a line with only the changed members loads like a complete line`() throws {
        var state = State(epoch: "e")
        var commits: [Commit] = []
        let actors = [
            Actor(client: "a\"\u{1}ü", pid: -1, uid: .max), Actor(client: "vim", pid: 1, uid: 0),
            Actor(client: "vim", pid: 2, uid: 0), Actor(client: "vim", pid: 2, uid: 1),
        ]
        let values = [true, 1, 1.0, -0.0, 1e300, "\u{7f}\"", [1, ["a": nil]], ["x": []]] as [JSON]
        for (number, value) in values.enumerated() {
            for actor in actors + actors.reversed() {
                for time in [-5, 1_700_000_000_000] as [Int64] {
                    // Also have adjacent commits by the same actor at the same time.
                    let keys = try ["a.b-c_9", "a"].map { try Key("\($0)\(number)") }
                    let mutations = keys.map { .set($0, value, WriteOptions()) } + keys.map { Mutation.reset($0) }
                    for mutation in mutations {
                        let outcome = try state.perform(
                            mutation,
                            by: Author(actor: actor),
                            at: Moment(milliseconds: time)
                        )
                        commits.append(try #require(outcome.commit))
                    }
                }
            }
        }
        var timed = WriteOptions()
        timed.duration = 1_000
        let spec = try Spec(["type": "integer", "default": 1] as JSONObject)
        let entries = try values.enumerated().map { Mutation.Entry(try Key("k\($0)"), $1) }
        let mutations: [Mutation] = [
            .update(entries, WriteOptions()), .update(entries, timed), .undo(everyone: true),
            .setAll([], WriteOptions()),
            .import(values: entries, specs: [.init(try Key("d"), spec)], WriteOptions()), .forget(try Key("d")),
            .activate([]), .resetAll(nil),
        ]
        for mutation in mutations {
            let outcome = try state.perform(mutation, by: Author(actor: actors[1]), at: Moment(milliseconds: 7))
            commits += outcome.commit.map { [$0] } ?? []
        }
        let brief = MutationScript.lines(of: commits)
        let whole = try commits.map { try Self.text(of: CommitLine($0)) }
        for commit in commits {
            try Self.check(CommitLine(commit))
            for edit in CommitLine(commit).edits { try Self.check(edit) }
        }
        #expect(brief.count == whole.count)
        var next = NextCommitLine()
        var nextCount = 0
        for (number, commit) in commits.enumerated() where brief[number] != whole[number] {
            nextCount += 1
            next.edits = CommitLine(commit).edits
            #expect(try brief[number] == Self.text(of: next))
        }
        #expect((commits.count / 3..<commits.count / 2 + 10).contains(nextCount))
        let loaded = try Self.load(brief).finish(epoch: "e")
        #expect(MutationScript.lines(of: loaded) == MutationScript.lines(of: try Self.load(whole).finish(epoch: "e")))
        #expect(MutationScript.lines(of: loaded) == MutationScript.lines(of: state))
    }

    @Test func `the first line after a reset is complete`() throws {
        let (_, commits) = try MutationScript.state()
        var writer = CommitWriter()
        for commit in commits {
            writer.append(commit)
            #expect(String(decoding: [UInt8](writer.lines.bytes), as: UTF8.self).hasPrefix(#"{"revision":"#))
            writer.removeAll()
        }
    }

    @Test func `keys out of order are refused`() throws {
        let head = #"{"activate":[],"revision":3}"#
        let fault = #expect(throws: RecordFault.self) {
            _ = try Self.load([head, #"{"key":"b","value":1}"#, #"{"key":"a","value":1}"#])
        }
        #expect(fault?.reason == "is not in the order of the keys: a")
    }
}
