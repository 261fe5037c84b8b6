import HTTPCore
import JSONCore

/// The streams that make clients of OFREP evaluate again.
final class OFREPEvents {
    private let versions: FlagsVersions
    private let streams: EventStreams
    /// The open streams, each with the version in its last event.
    private var clients: [UInt64: (stream: EventStream, version: String)] = [:]
    /// The streams that do not wait for room; a round visits no others.
    private(set) var ready: Set<UInt64> = []
    /// Sends the event of a new version.
    private var round: ClientRound<UInt64>?

    init(_ versions: FlagsVersions, _ streams: EventStreams) {
        self.versions = versions
        self.streams = streams
        round = ClientRound(
            on: streams.loop,
            of: { [unowned self] in Array(ready) },
            visit: { [unowned self] in send(to: $0) }
        )
        versions.whenChanged = { [unowned self] _ in round?.start() }
    }

    /// Responds with a stream; `lastID` is the version in the last event that the client has received.
    func begin(on exchange: Exchange, lastID: String?) {
        exchange.endWithInput()
        versions.whenKnown { [self] known in
            switch known {
            case .failure(let fault): exchange.respond(OFREPFault(fault), key: nil)
            case .success(let version):
                guard exchange.isOpen else { return }
                let stream = streams.begin(on: exchange) { [self] number in
                    clients[number] = nil
                    ready.remove(number)
                }
                clients[stream.number] = (stream, lastID ?? version)
                ready.insert(stream.number)
                send(to: stream.number)
            }
        }
    }

    /// Sends the event of the present version, unless the client has received it already.
    ///
    /// A client that reads slowly receives only the event of the newest version.
    private func send(to number: UInt64) {
        guard let version = versions.current, let client = clients[number], client.version != version else { return }
        guard client.stream.hasRoom else {
            ready.remove(number)
            return client.stream.whenRoom { [weak self] in
                guard let self, clients[number] != nil else { return }
                ready.insert(number)
                send(to: number)
            }
        }
        clients[number]?.version = version
        var text = ByteBuffer()
        ServerSentEvent.append(id: version.utf8.span, to: &text)
        ServerSentEvent.append(name: "message".utf8.span, to: &text)
        OFREPEventStream.refetch(flagsVersion: version).withBytes { ServerSentEvent.append(data: $0, to: &text) }
        ServerSentEvent.end(&text)
        text.withBytes { client.stream.write($0) }
    }
}

@available(*, unavailable)
extension OFREPEvents: Sendable {}
