import OptionCore
import RPCCore
import SystemCore
import Testing

@testable import TunerDaemon

@Suite struct OptionTests {
    @Test func `values stand behind their name or an equals sign`() throws {
        let options = try DaemonOptions([
            "--socket", "/a b", "--state=/s", "--log-level=debug", "--log-format", "json", "--max-batch=3",
            "--socket-group", "g", "--group-writes", "--poller", "poll", "--max-message-time", "9",
        ])
        #expect(options.socket == "/a b")
        #expect(options.state == "/s")
        #expect(options.logLevel == .debug)
        #expect(options.logFormat == .json)
        #expect(options.limits.server.batch == 3)
        #expect(options.limits.server.messageTime == .seconds(9))
        #expect(options.socketGroup == "g")
        #expect(options.groupWrites)
        #expect(options.poller == .poll)
    }

    @Test(arguments: [
        (["--sokcet", "x"], "there is no option --sokcet; did you mean --socket?"),
        (["--socket"], "--socket needs a value: --socket PATH"),
        (["--socket="], "--socket must be a text that is not empty, got \"\""),
        (["--help=yes"], "--help takes no value"),
        (["--log-level", "loud"], "--log-level must be error, warning, info or debug, got loud"),
        (["--max-nesting", "1"], "--max-nesting must be a whole number from 2 to 4064, got 1"),
        (["--max-batch", "0x10"], "--max-batch must be a whole number from 1 to 1048576, got 0x10"),
        (["serve"], "serve is no option, and nothing else is taken here"),
        (["--group-writes"], "--group-writes means nothing without --socket-group"),
    ])
    func `what is wrong is named`(arguments: [String], sentence: String) {
        do {
            _ = try DaemonOptions(arguments.map { RawText($0) })
            Issue.record("taken")
        } catch {
            #expect("\(error)" == sentence)
        }
    }

    @Test func `every option is in the help`() {
        for option in DaemonOptions.all {
            #expect(DaemonHelp.text.contains("\n  \(option.shape.usage) "))
        }
    }

    @Test func `every limit can be set and read`() throws {
        for limit in DaemonLimit.all {
            let options = try DaemonOptions([RawText("\(limit.option)=\(limit.range.lowerBound)")])
            #expect(limit.get(options.limits) == limit.range.lowerBound)
            #expect(limit.range.contains(limit.get(DaemonLimits())))
        }
    }
}
