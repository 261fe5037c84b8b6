import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `clients/methods/generate`, which writes the tables of methods of the client libraries.
@Suite(.blocking) struct MethodTableTests {
    private static let python = Demands.path(of: "python3")
    private static let generator: ConditionTrait = .enabled(
        if: Demands.areStrict || python != nil,
        "missing here: python3"
    )

    private func generate(_ options: [String]) throws -> Program.Result {
        let words = [ProjectFile.path("clients/methods/generate"), "--tunerd", BuiltProduct.path("tunerd")]
        return try Program(try #require(Self.python), words + options).wait(within: .seconds(120))
    }

    private func write(_ text: String, to path: String) throws {
        let file = try KernelFileSystem().open(path, [.write, .create, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    @Test(generator) func `the tables of all clients have the methods of the daemon`() throws {
        let result = try generate(["--check"])
        #expect(result.code == 0, "\(result.output)\(result.errors)")
    }

    @Test(generator) func `a table that is missing, or differs, is printed, until it is written`() throws {
        let directory = try TemporaryDirectory()
        let emitter = """
            def emit(document):
                return {"tables/methods.txt": "".join(method["name"] + "\\n" for method in document["methods"])}

            """
        try write(emitter, to: directory.file("text.py"))
        try write("raise Exception('this is no emitter')\n", to: directory.file("_shared.py"))
        let places = ["--emitters", directory.path, "--root", directory.path]
        let missing = try generate(["--check"] + places)
        #expect(missing.code == 1)
        #expect(missing.output == "tables/methods.txt is missing; write it with: clients/methods/generate\n")
        #expect(try generate(places).code == 0)
        let same = try generate(["--check"] + places)
        #expect(same == Program.Result(code: 0))
        let path = directory.file("tables/methods.txt")
        let table = String(decoding: try KernelFileSystem().open(path, .read).readWhole(), as: UTF8.self)
        #expect(table.contains("tunables.subscribe\n") && table.split(separator: "\n").count > 50)
        try write(table.replacing("tunables.subscribe\n", with: "tunables.follow\n"), to: path)
        let other = try generate(["--check"] + places)
        #expect(other.code == 1)
        #expect(other.output.contains("-tunables.follow\n+tunables.subscribe\n"), "\(other.output)")
    }
}
