package import SystemCore
import TunerAPI

/// The program without its process.
package enum Tunerctl {
    /// Does what a command line asks for, the program's name left out.
    package static func run(_ arguments: [RawText]) -> ExitCode {
        var isJSON = false
        do throws(Failure) {
            let invocation = try Failure.usage { () throws(UsageError) in try Invocation(arguments) }
            isJSON = invocation.global.isJSON
            return try run(invocation, Output(invocation.global.color))
        } catch {
            error.tell(asJSON: isJSON)
            return error.exitCode
        }
    }

    /// Does what a line asks for that was understood.
    static func run(_ invocation: Invocation, _ output: Output) throws(Failure) -> ExitCode {
        var output = output
        output.isJSON = invocation.global.isJSON
        if invocation.global.wantsVersion {
            try output.print("tunerctl \(API.release)\n")
        } else if invocation.global.wantsHelp {
            try output.print(invocation.command.map(Help.text) ?? Help.text)
        } else {
            return try invocation.run(output)
        }
        return .done
    }
}
