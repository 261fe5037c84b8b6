import JSONCore
import TunerClient

/// Executes the operations of vectors, one a line: `clients/vectors/README.md` lists them.
@main
struct VectorDriver {
    static func main() async {
        let driver = Driver()
        while let line = readLine() {
            do {
                guard case .array(let words) = TunerValue(try JSON.parse(line)) else { throw DriverFault.unknown(line) }
                print(TunerValue.object(["gives": try await driver.execute(words)]))
            } catch {
                print(TunerValue.object(["fails": .object(members(of: error))]))
            }
            flush()
        }
        await driver.close()
    }

    /// Returns the kind, the message and the data of an error.
    private static func members(of error: any Error) -> [String: TunerValue] {
        guard let error = error as? TunerError else { return ["kind": "driver", "message": .string("\(error)")] }
        var members: [String: TunerValue] = ["kind": .string(kind(of: error)), "message": .string("\(error)")]
        if case .refused(let refusal) = error { members["data"] = .object(refusal.data) }
        return members
    }

    private static func kind(of error: TunerError) -> String {
        switch error {
        case .refused(let refusal): refusal.kind.rawValue
        case .notConnected: "notConnected"
        case .outcomeUnknown: "outcomeUnknown"
        case .undecodable: "typeMismatch"
        case .unencodable: "typeMismatch"
        default: "client"
        }
    }
}

/// An operation that this driver cannot execute.
enum DriverFault: Error {
    case unknown(String)
    case undeclared(String)
}
