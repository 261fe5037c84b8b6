import ConsoleCore
import FlagEngine
import JSONCore
import RPCCore
import TunerAPI

/// The `flag define` action.
enum FlagDefining {
    /// Sends a file of flag definitions to the daemon.
    ///
    /// With `isPartial`, the daemon takes the valid definitions. The exit code then shows whether it took all.
    static func define(
        _ name: String,
        isPartial: Bool,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        let file = try InputFile(name, for: "flag define")
        try checkMembers(of: file)
        var parameters = file.object
        if isPartial { parameters["partial"] = true }
        let connection = try invocation.connect()
        do throws(Failure) {
            let response = try connection.call(API.Flags.define, untyped: .object(parameters))
            guard response.result.faultyCount != nil, case .object(var result) = response.json else {
                return try output.print(response.json, else: "")
            }
            // The positions in the result refer to the request, so read the file again for positions in the file.
            let read = try? PartialFlagSet(file.text.span)
            let faults = (read?.faulty ?? []).map { FlagFaultRecord($0) }
            result["faults"] = .array(faults.map { JSON($0) })
            try output.print(.object(result), else: "")
            if !output.isJSON {
                FlagFaults.report(faults.map(\.message), more: faults.unlisted(of: read?.faultyCount ?? 0), of: file)
            }
            return .refused
        } catch .refused(let error) where error.kind == ErrorKind.invalidDefinition.rawValue {
            // The positions in the daemon's error refer to the request. Validate the file again for positions in the file.
            guard let faults = faults(in: file) else { throw .refused(error) }
            if output.isJSON {
                Output.writeError("\(JSONText.compact(faults.json(error.code)).escapedForTerminals)\n")
            } else {
                faults.report(of: file)
            }
            return .refused
        }
    }

    /// Throws if the file has a member that flagd's format has not, because the daemon could take it for a parameter.
    private static func checkMembers(of file: InputFile) throws(Failure) {
        guard let member = file.object.members.first(where: { !names.contains($0.name) }) else { return }
        let nearest = NearestName.nearest(to: member.name, among: names)
        let line = file.line(of: [.name(member.name)])
        let kind = ErrorKind.invalidDefinition
        throw .refused(
            RemoteError(
                code: Int64(kind.code),
                message: "\(file.shownName): line \(line): \(member.name.shown) is not a member of a document of flags"
                    + NearestName.question(nearest?.shown),
                data: ["kind": .string(kind.rawValue), "line": .integer(Int64(line))]
            )
        )
    }

    /// The members of a document in flagd's format.
    private static let names = ["flags", "$evaluators", "metadata", "$schema"]

    private static func faults(in file: InputFile) -> FlagFaults? {
        do throws(FlagFaults) {
            _ = try FlagSet(file.text.span)
            return nil
        } catch {
            return error
        }
    }
}

extension FlagFaultRecord {
    /// Creates the record of a faulty flag of a file, as the daemon does for a flag of a request.
    fileprivate init(_ flag: FaultyFlag) {
        self.init()
        key = flag.name.shortened
        message = "\(flag.fault)"
        path = flag.fault.path.shortened
        line = flag.fault.position.map { Int64($0.line) }
        column = flag.fault.position.map { Int64($0.column) }
    }
}

extension [FlagFaultRecord] {
    /// Returns the number of faulty flags without a record here.
    func unlisted(of count: Int) -> Int { Swift.max(0, count - Set(map(\.key)).count) }
}

extension FlagFaults {
    /// Prints each fault on standard error, with the name of the file.
    func report(of file: InputFile) {
        FlagFaults.report(faults.map { "\($0)" }, more: more, of: file)
    }

    /// Prints the faults on standard error, with the name of the file and the number of further faults.
    fileprivate static func report(_ faults: [String], more: Int, of file: InputFile) {
        let lines = more > 0 ? faults + ["and \(more) more"] : faults
        Output.writeError(lines.map { "\(file.shownName): \($0)\n" }.joined())
    }

    /// Returns these faults in the form of the daemon's error response.
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
