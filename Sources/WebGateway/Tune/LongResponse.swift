import HTTPCore
import JSONCore

/// The content of a response that the daemon returns page by page.
protocol PagedContent {
    /// The method that returns a page; it has the parameters `limit` and `after`.
    static var method: String { get }

    /// Appends the entries of a page, and returns the key of the last one; throws if the page is not as declared.
    mutating func append(
        _ page: JSONRange,
        in text: Span<UInt8>,
        to body: inout ByteBuffer
    ) throws(JSONMismatch) -> String?

    /// Appends what follows the last entry.
    func end(_ body: inout ByteBuffer)
}

/// A JSON response of any length, of which the gateway has one page in memory.
///
/// The next page is requested when the client has received enough of the last one. So each page shows one state, but a
/// change in between can be in the later pages only.
final class PagedResponse<Content: PagedContent> {
    /// The limit for the entries of a page.
    private static var entries: Int64 { 512 }

    private let exchange: Exchange
    private let calls: DaemonCalls
    private let world: String?
    private let isHead: Bool
    private var content: Content
    private var hasBegun = false

    private init(_ content: Content, _ exchange: Exchange, _ calls: DaemonCalls, world: String?, isHead: Bool) {
        self.content = content
        self.exchange = exchange
        self.calls = calls
        self.world = world
        self.isHead = isHead
    }

    /// Responds with all pages; the response to HEAD needs only the first one, which decides about the fields.
    static func send(_ content: Content, on exchange: Exchange, from calls: DaemonCalls, world: String?, isHead: Bool) {
        PagedResponse(content, exchange, calls, world: world, isHead: isHead).requestPage(after: nil)
    }

    private func requestPage(after key: String?) {
        guard exchange.isOpen else { return }
        var parameters: JSONObject = ["limit": .integer(PagedResponse.entries)]
        parameters["after"] = key.map { .string($0) }
        calls.call(Content.method, parameters, on: .bulk, in: world) { [self] response, text in
            switch response {
            case .success(let page):
                do throws(JSONMismatch) {
                    try send(page, in: text)
                } catch {
                    fail(.unreadable)
                }
            case .failure(let fault): fail(fault)
            }
        }
    }

    private func send(_ page: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        var body = ByteBuffer()
        let last = try content.append(page, in: text, to: &body)
        let hasMore = page.member("more", in: text)?.boolean(in: text) == true
        guard hasMore, let last else {
            content.end(&body)
            guard hasBegun else { return body.withBytes { exchange.respond(.ok, .json, $0) } }
            body.withBytes { exchange.write($0) }
            return exchange.endStream()
        }
        if !hasBegun {
            hasBegun = true
            exchange.beginStream(.ok, .json)
        }
        guard !isHead else { return exchange.endStream() }
        body.withBytes { exchange.write($0) }
        exchange.whenRoom { [self] in requestPage(after: last) }
    }

    /// Responds with a fault; after the begin of the response, the client recognizes the body as incomplete.
    private func fail(_ fault: DaemonFault) {
        if hasBegun {
            exchange.abandon()
        } else {
            exchange.respond(fault)
        }
    }
}

@available(*, unavailable)
extension PagedResponse: Sendable {}
