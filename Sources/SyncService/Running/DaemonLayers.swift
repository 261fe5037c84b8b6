import ClientCore
import JSONCore
import LoopCore
import RPCCore
import SyncEngine
import SystemCore
import TunerAPI

/// The layers in the daemon: what tunersync reads and changes there.
final class DaemonLayers {
    private let link: DaemonLink
    private let loop: EventLoop
    /// The flags that the rules of sources read.
    let flags: RuleFlags
    private var source: LinkSource?
    /// The limit of the daemon for the bytes of a message.
    var messageLimit: Int64?

    /// The bytes of a message beside the parameters of its call.
    private static let overhead = 1_024

    /// Connects to a daemon on a loop, again and again; `handle` receives the events.
    init(to address: DaemonAddress, on loop: EventLoop, _ handle: @escaping DaemonLink.EventHandler) {
        var settings = DaemonLink.Settings(address)
        settings.client = "tunersync"
        let link = DaemonLink(settings)
        self.link = link
        self.loop = loop
        flags = RuleFlags(on: link)
        source = LinkSource(link, on: loop) { [flags] event, text in
            // Before the caller's first call, so that the flags are known before the layers.
            flags.handle(event, text)
            handle(event, text)
        }
    }

    /// Records that the daemon responds, after the first call.
    func confirm() { link.confirm() }

    /// Begins with a new connection, after a call that failed.
    func drop() { link.drop() }

    func close() {
        source?.close()
        source = nil
    }

    /// Returns the layers; nil if the connection is lost.
    func list(_ handle: @escaping ([ListedLayer]?) -> Void) {
        link.call(API.Layers.list) { result in handle(try? result.get().layers) }
    }

    /// Puts a layer as a whole.
    func put(_ parameters: JSONObject, _ handle: @escaping (PutOutcome) -> Void) {
        // The daemon would end the connection.
        if let messageLimit, let count = try? JSON.object(parameters).written().utf8.count,
            Int64(count + DaemonLayers.overhead) > messageLimit
        {
            let reason = "the daemon accepts messages of at most \(messageLimit) bytes (tunerd --max-message)"
            return loop.nextTurn { handle(.refused("\(reason), and this layer has \(count)")) }
        }
        link.call(API.Layers.put.name.description, JSON.object(parameters)) {
            (result: Result<PutLayerResult, CallFailure>) in
            switch result {
            case .success(let result): handle(.accepted(changed: result.result.hasChanged))
            case .failure(.refused(let error)):
                handle(DaemonLayers.mayPass(error) ? .postponed(error.message) : .refused(error.message))
            case .failure(.overloaded): handle(.postponed("the daemon reads slowly"))
            case .failure(.lost), .failure(.unreadable), .failure(.unwritable):
                handle(.postponed("the connection was lost"))
            }
        }
    }

    /// Removes a layer, if there is one.
    func remove(_ layer: String) {
        var parameters = LayerParameters()
        parameters.name = layer
        link.call(API.Layers.remove, parameters) { _ in }
    }

    /// Makes a layer permanent that was put for a time.
    func keep(_ layer: String, _ handle: @escaping (EndingOutcome) -> Void) { end(layer, API.Layers.keep, handle) }

    /// Ends a layer now that was put for a time.
    func revert(_ layer: String, _ handle: @escaping (EndingOutcome) -> Void) { end(layer, API.Layers.revert, handle) }

    private func end(
        _ layer: String,
        _ method: MethodDeclaration<LayerParameters, ChangesResult>,
        _ handle: @escaping (EndingOutcome) -> Void
    ) {
        var parameters = LayerParameters()
        parameters.name = layer
        link.call(method, parameters) { result in
            switch result {
            case .success(let result): handle(.done(hadEnd: result.hasChanged))
            case .failure(.refused(let error)): handle(DaemonLayers.mayPass(error) ? .postponed : .refused)
            case .failure: handle(.postponed)
            }
        }
    }

    /// Subscribes to the requests of people; they arrive as notifications.
    func subscribe() { link.call(API.Sync.attach) { _ in } }

    /// Reports the sources, which replace those of the last report; `handle` is called after the response.
    func report(_ sources: [SyncSourceRecord], _ handle: @escaping () -> Void) {
        var parameters = SyncReportParameters()
        parameters.sources = sources
        link.call(API.Sync.report, parameters) { _ in handle() }
    }

    /// Sets the active layers; `handle` receives a reason if that failed.
    func activate(_ names: [String], _ handle: @escaping (String?) -> Void) {
        var parameters = ActivateParameters()
        parameters.names = names
        link.call(API.Layers.activate, parameters) { result in
            switch result {
            case .success: handle(nil)
            case .failure(.refused(let error)): handle(error.message)
            case .failure: handle("the connection was lost")
            }
        }
    }

    /// Returns whether the same layer may be accepted later, although its content stays.
    private static func mayPass(_ error: RemoteError) -> Bool {
        [ErrorKind.storage, .busy, .denied].map(\.rawValue).contains(error.kind)
    }
}
