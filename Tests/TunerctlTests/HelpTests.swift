import TestSupport
import Testing
import TunerAPI

@testable import tunerctl

/// What help says, whole, from the real program.
@Suite struct HelpTests {
    private typealias Result = RunningCommand.Result

    @Test func theVersionIsTheRelease() throws {
        #expect(try run("--version") == Result(code: 0, output: "tunerctl \(API.release)\n"))
        #expect(try run("call", "--version") == Result(code: 0, output: "tunerctl \(API.release)\n"))
    }

    @Test func aMethodIsExplainedByItsDeclaration() throws {
        let text = """
            usage: tunerctl call session.hello [client=VALUE] [version=VALUE] [world=VALUE] [closeOnFault=VALUE]

            Says who the client is, and learns who the daemon is; may be said again.

            Parameters:
              client        The client's name, for logs and history; else its process's name. (a string, optional)
              version       The client's version. (a string, optional)
              world         The world to join. (a string, optional)
              closeOnFault  Whether a text that does not parse ends the connection. (true or false, optional)

            Example:
              tunerctl call session.hello '{"client":"vim","version":"9.0"}'
              {"server":"tunerd","version":"0.1.0","protocol":1,"epoch":"a1b2","revision":0,"pid":99,"limits":{},"capabilities":[]}

            """
        #expect(try run("help", "session.hello") == Result(code: 0, output: text))
    }

    @Test(arguments: API.methods.map(\.name.description))
    func everyMethodIsExplained(name: String) throws {
        let result = try run("help", name)
        #expect(result.code == 0)
        #expect(result.output.contains("usage: tunerctl call \(name)"))
    }

    @Test(arguments: Command.all.map(\.name))
    func everyCommandIsExplainedTheSameWayTwice(name: String) throws {
        let command = try #require(Command.all.first { $0.name == name })
        let result = try run(name, "--help")
        #expect(result == Result(code: 0, output: Help.text(of: command)))
        #expect(try run("help", name).output.hasPrefix(result.output))
    }

    @Test func whatIsNeitherIsGuessed() throws {
        let sentence = "there is no command or method sever.info; did you mean server.info?; see tunerctl --help"
        #expect(try run("help", "sever.info") == Result(code: 2, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func nothingAskedIsAnsweredWithHelpAsAMistake() throws {
        #expect(try run() == Result(code: 2, errors: Help.text))
        #expect(try run("--help") == Result(code: 0, output: Help.text))
        #expect(try run("help") == Result(code: 0, output: Help.text))
    }
}
