import JSONCore
import SystemCore
import TestSupport
import WebTestSupport

/// The real gateway and the real daemon, which share a directory.
struct TuneTestBench {
    let gateway: GatewayProcess
    let daemon: RunningDaemon

    init(_ options: String = "--port 0") throws {
        gateway = try GatewayProcess(options)
        daemon = try RunningDaemon(in: gateway.directory)
    }

    /// Sends a request with a body that has a length, and returns the response.
    func request(_ line: String, body: String? = nil) throws -> String {
        try gateway.request(line, body.map { ["Content-Length: \($0.utf8.count)"] } ?? [], body: body ?? "")
    }

    /// Returns the content of a response, which must have a status.
    func content(_ line: String, body: String? = nil, status: Int = 200) throws -> String {
        let response = try request(line, body: body)
        guard response.status == status else { throw UnexpectedResponse(text: response) }
        return response.content
    }

    var revision: JSON? {
        get throws { try daemon.value("server.info")["revision"] }
    }

    struct UnexpectedResponse: Error {
        let text: String
    }
}
