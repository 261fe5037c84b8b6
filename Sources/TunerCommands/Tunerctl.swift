package import SystemCore
import TunerAPI

/// The program without its process.
package enum Tunerctl {
    /// Does what a command line asks for, the program's name left out.
    package static func run(_ arguments: [RawText]) -> ExitCode {
        var isJSON = false
        do throws(Failure) {
            let invocation = try Failure.usage { () throws(UsageError) in try Invocation(arguments) }
            isJSON = invocation.options.isJSON
            return try run(invocation)
        } catch {
            error.tell(asJSON: isJSON)
            return error.exitCode
        }
    }

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        try run(invocation, Output(invocation.options.color))
    }

    /// Does what a line asks for that was understood.
    static func run(_ invocation: Invocation, _ output: Output) throws(Failure) -> ExitCode {
        var output = output
        output.isJSON = invocation.options.isJSON
        switch invocation.command {
        case _ where invocation.options.wantsVersion:
            try output.print("tunerctl \(API.release)\n")
            return .done
        case let command? where invocation.options.wantsHelp:
            try output.print(Help.text(of: command))
            return .done
        case let command?:
            return try command.run(invocation, output)
        case nil where invocation.options.wantsHelp:
            try output.print(Help.text)
            return .done
        case nil:
            throw .nothingAsked
        }
    }
}
