import FlagEngine
import JSONCore
import RPCCore
import TunerAPI

/// Gives the daemon a file of flags.
enum FlagDefining {
    /// Defines what a file holds.
    static func define(_ name: String, _ invocation: Invocation, _ output: Output) throws(Failure) -> ExitCode {
        let file = try InputFile(name, for: "flag")
        let connection = try invocation.connect()
        do throws(Failure) {
            let answer = try connection.call(API.Flags.define, untyped: .object(file.object))
            return try output.print(answer.json, else: "")
        } catch .refused(let error) where error.kind == ErrorKind.invalidDefinition.rawValue {
            // The daemon knows the places in what it was sent, a person those in the file.
            guard let faults = faults(in: file) else { throw .refused(error) }
            if output.isJSON {
                Output.complain("\(JSONText.compact(faults.json(error.code)).escapedForTerminals)\n")
            } else {
                faults.tell(of: file)
            }
            return .refused
        }
    }

    private static func faults(in file: InputFile) -> FlagFaults? {
        do throws(FlagFaults) {
            _ = try FlagSet(file.text.span)
            return nil
        } catch {
            return error
        }
    }
}

extension FlagFaults {
    /// Says on standard error what is wrong with a file, a line each.
    func tell(of file: InputFile) {
        Output.complain(faults.map { "\(file.shownName): \($0)\n" }.joined())
    }

    /// The daemon's error, as it would be about the file.
    fileprivate func json(_ code: Int64) -> JSON {
        let kind = JSON.string(ErrorKind.invalidDefinition.rawValue)
        let list = faults.map { fault in
            var facts = fault.facts
            facts["kind"] = kind
            facts["message"] = .string("\(fault)")
            return JSON.object(facts)
        }
        return [
            "code": .integer(code), "message": .string("\(faults[0])"),
            "data": ["kind": kind, "faults": .array(list)],
        ]
    }
}
