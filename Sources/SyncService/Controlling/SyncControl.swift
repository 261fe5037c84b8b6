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
    /// The layers without an outcome, with their numbers of fetches before the request.
    private var awaited: [String: SyncSourceRecord] = [:]
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
            let names = awaited.keys.sorted().map(\.shownWhole).joined(separator: ", ")
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
            link?.call(method, parameters) { [unowned self] result in
                switch result {
                case .success(let result):
                    for listed in before.sources where result.layers.contains(listed.source.layer) {
                        awaited[listed.source.layer] = listed.source
                    }
                    recheck()
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
            for listed in result.sources { note(listed.source) }
            let names = Set(result.sources.map(\.source.layer))
            for layer in awaited.keys.sorted() where !names.contains(layer) {
                awaited[layer] = nil
                exitCode = 1
                StandardStreams.printError(
                    "tunersync: \(layer.shownWhole): the program that fetches the layer has ended\n"
                )
            }
            if awaited.isEmpty { end(exitCode) } else if isChanged { recheck() }
        }
    }

    private func note(_ source: SyncSourceRecord) {
        guard let before = awaited[source.layer], let outcome = source.outcome(since: before) else { return }
        awaited[source.layer] = nil
        if !outcome.isGood { exitCode = 1 }
        StandardStreams.print("\(source.layer.shownWhole): \(outcome.text)\n")
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

extension SyncSourceRecord {
    /// Returns what has come of a request; nil while there is no outcome.
    ///
    /// `before` is the source before the request.
    fileprivate func outcome(since before: SyncSourceRecord) -> (text: String, isGood: Bool)? {
        guard fetches > before.fetches, state != "fetching", state != "storing" else { return nil }
        if failed > before.failed { return ("could not be fetched: \(error?.shownWhole ?? "")", false) }
        if rejected > before.rejected { return ("has a payload that is not usable: \(error?.shownWhole ?? "")", false) }
        guard changes > before.changes else { return ("is unchanged", true) }
        return ("has new content\(version.map { ", version \($0.shown)" } ?? "")", true)
    }
}

@available(*, unavailable)
extension SyncControl: Sendable {}
