import JSONCore
import TunerAPI

extension Command {
    static let status = Command(
        "status",
        "Print the state of the daemon.",
        shell: .repeatable,
        details:
            "On a terminal, the output is a summary. Otherwise each line has a name and its value, with every limit.",
        examples: ["tunerctl status"]
    ) { (invocation, output) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let connection = try DaemonEndpoint(invocation.global).connect(within: limit)
        let info = try connection.call(API.Server.info.name.description)
        return try output.print(info, else: StatusText.text(of: info, for: output))
    }
}
