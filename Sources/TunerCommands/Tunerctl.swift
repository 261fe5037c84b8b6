package import SystemCore
import TunerAPI

/// The tunerctl program, apart from its process.
package enum Tunerctl {
    /// Runs a command line, without the program's name, and prints the error if it fails.
    package static func run(_ arguments: [RawText]) -> ExitCode {
        var isJSON = false
        do throws(Failure) {
            let invocation = try Failure.usage { () throws(UsageError) in try Invocation(arguments) }
            isJSON = invocation.global.isJSON
            return try run(invocation, Output(invocation.global.color))
        } catch {
            error.report(asJSON: isJSON)
            return error.exitCode
        }
    }

    /// Runs a parsed command line.
    static func run(_ invocation: Invocation, _ output: Output) throws(Failure) -> ExitCode {
        var output = output
        output.isJSON = invocation.global.isJSON
        output.isQuiet = invocation.global.isQuiet
        output.reveals = invocation.global.reveals
        if invocation.global.wantsVersion {
            try output.print("tunerctl \(API.release)\n")
        } else if invocation.global.wantsHelp {
            try output.print(help(of: invocation.command, output))
        } else {
            return try invocation.run(output)
        }
        return .done
    }

    private static func help(of command: Command?, _ output: Output) -> String {
        guard let command else { return Help.text(width: output.helpColumns) }
        return Help.text(of: command, width: output.helpColumns)
    }
}
