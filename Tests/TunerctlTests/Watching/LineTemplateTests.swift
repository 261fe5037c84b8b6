import JSONCore
import Testing
import TunerAPI

@testable import TunerCommands

/// Lines that `tunerctl watch --format` prints.
@Suite struct LineTemplateTests {
    private static var change: WatchedChange {
        var change = ChangeRecord()
        change.key = "a.b"
        change.value = "x\u{1B}y"
        change.old = [1, 2]
        change.origin = "local"
        var actor = ActorRecord()
        actor.client = "vim"
        return WatchedChange(change: change, revision: 7, time: "T", actor: actor)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{key}={value}", #"a.b="x\u001by""#), ("{{{key}}}", "{a.b}"),
        ("{{key}}", "{key}"),
        ("{old}{origin} {revision} {time} {client}.", "[1,2]local 7 T vim."),
    ])
    func `names in braces are replaced with fields of the change`(text: String, line: String) throws {
        #expect(try #require(LineTemplate(text)).text(of: Self.change) == line)
    }

    @Test(arguments: ["{", "}", "{key", "key}", "{}", "{Key}", "{kye} {value}", "{key}}"])
    func `a brace without a name is refused`(text: String) {
        #expect(LineTemplate(text) == nil)
    }

    @Test(arguments: ["watch", "flag watch"])
    func `help lists every placeholder, and each is accepted`(name: String) throws {
        let text = Help.text(of: try #require(Command.allRunnable.first { $0.name == name }))
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("  {") && $0.contains("}  ") }
            .compactMap { $0.split(separator: " ").first.map { String($0) } }
        #expect(listed == LineTemplate.Name.allCases.map { "{\($0.rawValue)}" })
        for placeholder in listed { #expect(LineTemplate(placeholder) != nil, "\(placeholder)") }
    }

    @Test func `an unknown field is printed as none`() throws {
        var change = ChangeRecord()
        change.key = "a"
        let template = try #require(LineTemplate("{value} {old} {origin} {time} {client}"))
        #expect(template.text(of: WatchedChange(change: change, revision: 1)) == "none none none none none")
    }
}
