import SourceEngine
import Testing

@Suite struct SourceProjectTests {
    @Test func `a project adds call shapes and files of constants`() throws {
        let project = try SourceProject(
            #"""
            {"shapes": [{"tunable": "live(KEY, VALUE", "language": "py"}, {"flag": "isOn(KEY"}],
             "constants": ["config/*.json", "**/tuning/x.yaml"]}
            """#
            .utf8.span
        )
        #expect(project.uses(in: #"live("a", 1)"#.utf8.span, path: "x.py")[0].subject == .tunable)
        #expect(project.uses(in: #"live("a", 1)"#.utf8.span, path: "x.c")[0].subject == nil)
        #expect(project.uses(in: #"isOn("a")"#.utf8.span, path: "x.c")[0].subject == .flag)
        #expect(project.uses(in: #"{"a": 1}"#.utf8.span, path: "config/a.json")[0].key == "a")
        #expect(project.uses(in: #"{"a": 1}"#.utf8.span, path: "config/b/a.json").isEmpty)
    }

    @Test(arguments: [
        ("a/b/tuning/x.yaml", true), ("tuning/x.yaml", true), ("config/a.json", true), ("config/a.toml", false),
        ("tunables.json", true), ("a/game.tunables.yaml", true), ("package.json", false),
    ])
    func `files of constants are chosen by their path`(_ path: String, _ expected: Bool) throws {
        let project = try SourceProject(#"{"constants": ["config/*.json", "**/tuning/x.yaml"]}"#.utf8.span)
        #expect(project.isConstants(path) == expected)
    }

    @Test func `a pattern with many stars is compared in few steps`() throws {
        let stars = String(repeating: "*a", count: 60)
        let directories = String(repeating: "**/", count: 60)
        let project = try SourceProject(#"{"constants": ["\#(stars)b", "\#(directories)c.json"]}"#.utf8.span)
        let name = String(repeating: "a", count: 2_000)
        #expect(!project.isConstants("\(name).json"))
        #expect(project.isConstants("x/c.json"))
        #expect(!project.isConstants(String(repeating: "a/", count: 200) + "d.json"))
    }

    @Test(arguments: [
        ("[", "is not JSON: "), ("[]", "must be an object"),
        (#"{"shape": []}"#, "unknown member shape; did you mean shapes?"),
        (#"{"shapes": 1}"#, "shapes: must be an array"),
        (#"{"shapes": [{"tunable": "live(KEY, VALUE)"}]}"#, "shapes[0]: must"),
        (#"{"shapes": [{"tunable": "KEY"}]}"#, "shapes[0]"),
        (#"{"shapes": [{"flag": "f(KEY", "language": "klingon"}]}"#, "shapes[0]"),
        (#"{"shapes": [{"tunable": "f(VALUE, KEY"}]}"#, "shapes[0]"),
        (#"{"constants": [1]}"#, "constants[0]: must be a pattern"),
    ])
    func `a wrong file is refused with its fault`(_ text: String, _ expected: String) {
        let fault = #expect(throws: SourceProjectFault.self) { try SourceProject(text.utf8.span) }
        #expect(fault.map { "\($0)" }?.contains(expected) == true, "\(fault.map { "\($0)" } ?? "")")
    }
}
