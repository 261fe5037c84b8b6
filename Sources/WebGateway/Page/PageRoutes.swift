import HTTPCore
import JSONCore

/// The routes of the page's files.
struct PageRoutes {
    var all: [Route] {
        [
            Route(.get, "/page/*", .open) { call, bytes, exchange in
                let name = String(decoding: [UInt8](bytes, in: call.segments[0]), as: UTF8.self)
                respond(with: name, to: call.request, in: bytes, exchange)
            }
        ]
    }

    /// Responds with the file of a name.
    func respond(with name: String, to request: HTTPRequest, in bytes: Span<UInt8>, _ exchange: Exchange) {
        guard let file = PageFile.all[name] else {
            return exchange.refuse(.notFound, "the page has no file of this name")
        }
        file.respond(to: request, in: bytes, exchange)
    }
}
