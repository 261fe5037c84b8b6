import ClientCore
import ConsoleCore
import JSONCore
import LoopCore
import RPCCore
import ServiceCore
package import SystemCore
package import TunerAPI

/// One command to the tunersync that runs, through the daemon.
package final class SyncControl {
    /// What the command does.
    package enum Command: Equatable, Sendable {
        /// Print the sources.
        case status(isJSON: Bool)
        /// Fetch a layer, or all, and print what came.
        case fetch(String?)
        /// Remove a layer, fetch it again, and print what came.
        case reset(String)
    }

    /// The longest time to wait for the outcome of all fetches.
    private static let patience = Duration.seconds(120)

    private let command: Command
    private let loop: EventLoop
    private let path: String
    private var source: LinkSource?
    /// A source: two programs can fetch one layer.
    private struct SourceID: Hashable {
        let layer: String
        let pid: Int64

        init(_ listed: ListedSyncSource) { (layer, pid) = (listed.source.layer, listed.pid) }
    }

    /// The sources without an outcome, as they were before the request.
    private var awaited: [SourceID: SyncSourceRecord] = [:]
    private var isReading = false
    /// Whether the sources have changed since the last reading began.
    private var isChanged = false
    private var exitCode: Int32 = 0

    /// Creates a command for the daemon on a socket.
    package init(_ command: Command, daemon socket: SocketPath) throws(SystemError) {
        self.command = command
        loop = try EventLoop()
        path = socket.path
        let address = DaemonAddress(path, trust: socket.isNamed ? .anyone : .user(Kernel.userID))
        var settings = DaemonLink.Settings(address)
        settings.client = "tunersync"
        settings.reconnects = false
        source = LinkSource(DaemonLink(settings), on: loop) { [unowned self] event, text in handle(event, text) }
    }

    /// Runs the command, and returns the exit code.
    package func run() throws(SystemError) -> Int32 {
        loop.schedule(after: SyncControl.patience) { [unowned self] in
            let names = awaited.keys.map(\.layer).sorted().map(\.shownWhole).joined(separator: ", ")
            end(5, "there is no outcome after \(SyncControl.patience.shortWords): \(names)")
        }
        try loop.run()
        source?.close()
        return exitCode
    }

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready:
            source?.link.confirm()
            begin()
        case .notification(let method, _) where method.isString(API.Server.changed.name, in: text): recheck()
        case .lost(let fault): end(1, fault.sentence(at: path))
        case .connected, .notification, .unmatchedError: break
        }
    }

    private func begin() {
        switch command {
        case .status(let isJSON): status { [unowned self] result in print(result, isJSON) }
        case .fetch(let layer):
            var parameters = FetchParameters()
            parameters.layer = layer
            request(API.Sync.fetch, parameters)
        case .reset(let layer):
            var parameters = LayerNameParameters()
            parameters.layer = layer
            request(API.Sync.reset, parameters)
        }
    }

    private func print(_ result: SyncStatusResult, _ isJSON: Bool) {
        if isJSON {
            var writer = JSONWriter()
            try? result.write(to: &writer)
            StandardStreams.print(String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self) + "\n")
        } else if result.sources.isEmpty {
            StandardStreams.printError(
                "tunersync: no connected program fetches layers; start tunersync --config FILE\n"
            )
        } else {
            StandardStreams.print(SyncSourceText.list(result.sources, at: Clocks.kernel.wall()))
        }
        end(0)
    }

    // MARK: Requests

    private func request<Parameters>(
        _ method: MethodDeclaration<Parameters, SyncRequestResult>,
        _ parameters: Parameters
    ) {
        let link = source?.link
        link?.call(API.Server.subscribe) { _ in }
        status { [unowned self] before in
            if let layer = command.layer, before.sources.contains(where: { $0.source.layer == layer && $0.isOff }) {
                return end(1, "\(layer.shownWhole) is not in use: its rule is false")
            }
            link?.call(method, parameters) { [unowned self] result in
                switch result {
                case .success(let result):
                    for listed in before.sources where result.layers.contains(listed.source.layer) && !listed.isOff {
                        awaited[SourceID(listed)] = listed.source
                    }
                    if awaited.isEmpty { end(0) } else { recheck() }
                case .failure(.refused(let error)): end(1, error.message)
                case .failure: end(1, "the connection to the daemon was lost")
                }
            }
        }
    }

    /// Reads the sources, and prints the outcomes that are new.
    private func recheck() {
        guard !awaited.isEmpty else { return }
        guard !isReading else {
            isChanged = true
            return
        }
        (isReading, isChanged) = (true, false)
        status { [unowned self] result in
            isReading = false
            for listed in result.sources { note(listed) }
            let present = Set(result.sources.map(SourceID.init))
            for id in awaited.keys.filter({ !present.contains($0) }) {
                awaited[id] = nil
                exitCode = 1
                StandardStreams.printError(
                    "tunersync: \(id.layer.shownWhole): the program that fetches the layer has ended\n"
                )
            }
            if awaited.isEmpty { end(exitCode) } else if isChanged { recheck() }
        }
    }

    private func note(_ listed: ListedSyncSource) {
        let id = SourceID(listed)
        guard let before = awaited[id], let outcome = listed.source.outcome(since: before) else { return }
        awaited[id] = nil
        if !outcome.isGood { exitCode = 1 }
        StandardStreams.print("\(id.layer.shownWhole): \(outcome.text)\n")
    }

    private func status(_ handle: @escaping (SyncStatusResult) -> Void) {
        source?.link.call(API.Sync.status) { [unowned self] result in
            switch result {
            case .success(let result): handle(result)
            case .failure(.refused(let error)): end(1, error.message)
            case .failure: end(1, "the connection to the daemon was lost")
            }
        }
    }

    private func end(_ code: Int32, _ sentence: String? = nil) {
        exitCode = code
        if let sentence { StandardStreams.printError("tunersync: \(sentence)\n") }
        loop.stop()
    }
}

extension SyncControl.Command {
    /// The layer that the command names; nil if it is for all.
    fileprivate var layer: String? {
        switch self {
        case .status, .fetch(nil): nil
        case .fetch(let layer?), .reset(let layer): layer
        }
    }
}

extension ListedSyncSource {
    /// Whether the rule of the source is false, so that it is never fetched.
    fileprivate var isOff: Bool { source.state == "off" }
}

extension SyncSourceRecord {
    /// Returns what has come of a request; nil while there is no outcome.
    ///
    /// `before` is the source before the request.
    fileprivate func outcome(since before: SyncSourceRecord) -> (text: String, isGood: Bool)? {
        guard fetches > before.fetches, state != "fetching" else { return nil }
        if failed > before.failed { return ("could not be fetched: \(error?.shownWhole ?? "")", false) }
        if rejected > before.rejected { return ("has a payload that is not usable: \(error?.shownWhole ?? "")", false) }
        if state == "storing" { return error.map { ("is not stored yet: \($0.shownWhole)", false) } }
        guard changes > before.changes else { return ("is unchanged", true) }
        return ("has new content\(version.map { ", version \($0.shown)" } ?? "")", true)
    }
}

@available(*, unavailable)
extension SyncControl: Sendable {}
