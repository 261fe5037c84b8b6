import JSONCore
import TunerAPI

extension Command {
    static let status = Command(
        "status",
        "Shows how the daemon is.",
        details: "In a pipe each line is a name and its value, with every limit; for a person it is one screen.",
        examples: ["tunerctl status"]
    ) { (invocation, output) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let connection = try DaemonEndpoint(invocation.global).connect(within: limit)
        let info = try connection.call(API.Server.info.name.description)
        return try output.print(info, else: StatusText.text(of: info, for: output))
    }
}
