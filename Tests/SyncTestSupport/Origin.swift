import NetworkCore
package import SystemCore
import TestSupport

/// An HTTP origin: a real nginx on a free port of this machine, which serves the files of a directory.
package final class Origin {
    package static let isInstalled = Kernel.isProgram("/usr/sbin/nginx")

    package let port: UInt16
    package let directory: TemporaryDirectory
    private let scheme: String
    private let program: Program
    /// The modification time of the next file: nginx makes the ETag of the seconds of this time and of the size.
    private var time = 1_700_000_000

    /// Starts nginx with further directives for its server; `{port}` in them is replaced by the port.
    package init(_ directives: String = "", hasTLS: Bool = false) throws {
        directory = try TemporaryDirectory()
        port = TestPort.next()
        scheme = hasTLS ? "https" : "http"
        if hasTLS { try Origin.makeCertificate(in: directory) }
        let encryption =
            "ssl_certificate \(directory.path)/certificate.pem; ssl_certificate_key \(directory.path)/key.pem;"
        let configuration = """
            daemon off; master_process off; pid \(directory.path)/pid; error_log stderr error;
            events {}
            http {
              log_format short '$status "$request_uri" tag=$http_if_none_match key=$http_authorization';
              access_log \(directory.path)/access short;
              client_body_temp_path \(directory.path)/t1; proxy_temp_path \(directory.path)/t2;
              fastcgi_temp_path \(directory.path)/t3; uwsgi_temp_path \(directory.path)/t4; scgi_temp_path \(directory.path)/t5;
              default_type application/json; gzip on; gzip_types *; gzip_min_length 1;
              server {
                listen 127.0.0.1:\(port)\(hasTLS ? " ssl; \(encryption)" : ";") root \(directory.path)/files;
                location = /started { return 200 "yes"; }
                \(directives.replacing("{port}", with: "\(port)"))
              }
            }
            """
        try KernelFileSystem().createDirectory(directory.file("files"), mode: 0o755)
        try Origin.write(configuration, to: directory.file("nginx.conf"))
        program = try Program("/usr/sbin/nginx", ["-p", directory.path, "-c", directory.file("nginx.conf")])
        // Over TLS, nginx responds to a plain request with 400.
        let isUp = try eventually { [200, 400].contains(try? Origin.status(of: "/started", on: port)) }
        guard isUp else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    /// The URL of a path.
    package func url(_ path: String) -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

    /// Serves a text at `/name`; the modification time, and with it the ETag, changes with each call.
    package func serve(_ text: String, as name: String = "team.json") throws {
        let path = directory.file("files/\(name)")
        try Origin.write(text, to: "\(path).new")
        time += 1
        _ = try Program("/usr/bin/touch", ["-d", "@\(time)", "\(path).new"]).wait()
        try KernelFileSystem().rename("\(path).new", to: path)
    }

    /// The lines of the log: one for each request, without those of the start.
    package var requests: [String] {
        let bytes = (try? KernelFileSystem().open(directory.file("access"), .read).readWhole()) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { !$0.contains("/started") }
    }

    package static func write(_ text: String, to path: String) throws {
        let file = try KernelFileSystem().open(path, [.write, .create, .truncate], mode: 0o600)
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    /// The path of the certificate, which signs itself.
    package var certificate: String { directory.file("certificate.pem") }

    package static func makeCertificate(in directory: TemporaryDirectory) throws {
        let result = try Program(
            script: """
                openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
                -keyout '\(directory.file("key.pem"))' -out '\(directory.file("certificate.pem"))'
                """
        ).wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    private static func status(of path: String, on port: UInt16) throws -> Int? {
        let socket = try Network.connect(to: Endpoint(.loopbackV4, port: port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(10)))
        let peer = TestPeer(socket)
        try peer.write("GET \(path) HTTP/1.0\r\n\r\n")
        return peer.readToEnd().split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
