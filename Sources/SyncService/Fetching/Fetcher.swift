import JSONCore
import LoopCore
import SyncEngine
import SystemCore
import TransferCore

/// Fetches the payloads of sources by HTTP.
final class Fetcher {
    private static let mostRedirects = 5

    /// A fetch that may need several requests, because of redirects.
    private struct Fetch {
        let source: SyncSource
        let fields: SecretFields
        let validators: Validators
        let deadline: MonotonicTime
        let handle: Handler
    }

    /// Receives the outcome, and whether the origin waits for a change if a request asks for that.
    typealias Handler = (_ outcome: FetchOutcome, _ hasWaited: Bool) -> Void

    private let transfers: Transfers
    private let loop: EventLoop
    private let clock: Clocks
    /// The request of each layer whose fetch has no outcome.
    private var requests: [String: Transfers.ID] = [:]

    init(_ transfers: Transfers, on loop: EventLoop, clock: Clocks = .kernel) {
        (self.transfers, self.loop, self.clock) = (transfers, loop, clock)
    }

    /// Fetches the payload of a source; `handle` receives the outcome once, never during this call.
    ///
    /// An earlier fetch of the layer ends without an outcome. If the source has a time to wait, the origin is asked to
    /// respond when the content has changed.
    func fetch(_ source: SyncSource, _ validators: Validators, _ handle: @escaping Handler) {
        if let id = requests.removeValue(forKey: source.layer) { transfers.cancel(id) }
        do throws(FetchFault) {
            let fetch = Fetch(
                source: source,
                fields: try SecretFields(source.fields),
                validators: validators,
                deadline: clock.monotonic() + source.timeout + .seconds(source.wait ?? 0),
                handle: handle
            )
            send(fetch, to: source.address, redirects: 0)
        } catch {
            loop.nextTurn { handle(.failed(error), false) }
        }
    }

    private func send(_ fetch: Fetch, to url: String, redirects: Int) {
        var request = TransferRequest(url)
        request.mostBytes = fetch.source.mostBytes
        request.certificates = fetch.source.certificates
        request.wholeTime = fetch.deadline - clock.monotonic()
        request.fields = [("Accept", "application/json")] + fetch.fields.open
        // The operator of another origin must not learn the secrets.
        if Fetcher.origin(of: url) == Fetcher.origin(of: fetch.source.address) { request.fields += fetch.fields.secret }
        if let tag = fetch.validators.entityTag { request.fields.append(("If-None-Match", tag)) }
        if let time = fetch.validators.lastModified { request.fields.append(("If-Modified-Since", time)) }
        if let wait = fetch.source.wait { request.fields.append(("Prefer", "wait=\(wait)")) }
        let layer = fetch.source.layer
        requests[layer] = transfers.begin(request) { [unowned self] result in
            requests[layer] = nil
            switch result {
            case .failure(let fault): fail(fetch, fault.description)
            case .success(let response): receive(response, of: fetch, from: url, redirects: redirects)
            }
        }
    }

    private func receive(_ response: TransferResponse, of fetch: Fetch, from url: String, redirects: Int) {
        switch response.status {
        case 200:
            let validators = Validators(
                entityTag: response.field("etag"),
                lastModified: response.field("last-modified")
            )
            fetch.handle(.content(response.body, validators), response.hasWaited)
        case 304 where fetch.validators != Validators(): fetch.handle(.notModified, response.hasWaited)
        case 301, 302, 303, 307, 308:
            guard let target = response.redirect else { return fail(fetch, "the origin redirects without a target") }
            guard redirects < Fetcher.mostRedirects else {
                return fail(fetch, "the origin redirects more than \(Fetcher.mostRedirects) times")
            }
            guard Fetcher.scheme(of: target) == Fetcher.scheme(of: url) else {
                return fail(fetch, "the origin redirects to another scheme than \(Fetcher.scheme(of: url))")
            }
            guard fetch.deadline > clock.monotonic() else { return fail(fetch, TransferFault.timedOut.description) }
            send(fetch, to: target, redirects: redirects + 1)
        default:
            let wait = response.field("retry-after").flatMap { RetryTime.wait($0, at: clock.wall()) }
            fetch.handle(.failed(.status(response.status, retryAfter: wait)), false)
        }
    }

    private func fail(_ fetch: Fetch, _ reason: String) { fetch.handle(.failed(.network(reason)), false) }

    private static func scheme(of url: String) -> String { String(url.prefix { $0 != ":" }).lowercased() }

    /// Returns the scheme, the host and the port of a URL.
    private static func origin(of url: String) -> String {
        let scheme = scheme(of: url)
        let rest = url.dropFirst(scheme.count + 3)
        return "\(scheme)://\(rest.prefix { !"/?#".contains($0) }.lowercased())"
    }
}

extension TransferResponse {
    /// Whether the origin says that it has followed the preference `wait` (RFC 7240, 3).
    fileprivate var hasWaited: Bool {
        (field("preference-applied") ?? "").lowercased().split(separator: ",").contains { preference in
            preference.prefix { $0 != "=" && $0 != ";" }.trimmed == "wait"
        }
    }
}

extension Substring {
    /// The text without spaces and tabs at both ends.
    fileprivate var trimmed: Substring {
        let text = drop { $0 == " " || $0 == "\t" }
        return text.dropLast(text.reversed().prefix { $0 == " " || $0 == "\t" }.count)
    }
}
