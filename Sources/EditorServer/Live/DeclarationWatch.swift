import ClientCore
import JSONCore
import TunerAPI

/// The subscription to changes of declarations, layers and kill switches, which can change each key.
final class DeclarationWatch {
    private let daemon: any DaemonCalls
    private var name: String?
    private var isWanted = false
    private var isReady = false
    private var isRequested = false

    init(_ daemon: any DaemonCalls) { self.daemon = daemon }

    func setWanted(_ isWanted: Bool) {
        self.isWanted = isWanted
        update()
    }

    func begin() {
        isReady = true
        update()
    }

    func end() { (isReady, isRequested, name) = (false, false, nil) }

    /// Returns whether a notification reports such a change.
    func handle(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) -> Bool {
        guard method.isString(API.Server.changed.name, in: text), let params,
            let changes = try? ServerChangedParameters(params, in: text), changes.subscription == name
        else { return false }
        return changes.tunables != nil || changes.layers != nil || changes.limited != nil
    }

    private func update() {
        guard isReady, isWanted != isRequested else { return }
        isRequested = isWanted
        if isWanted { subscribe() } else { unsubscribe() }
    }

    private func subscribe() {
        daemon.call(API.Server.subscribe, ServerSubscribeParameters()) { [weak self] result in
            guard let self, case .success(let response) = result else { return }
            name = response.subscription
            if !isRequested { unsubscribe() }
        }
    }

    private func unsubscribe() {
        guard let name else { return }
        self.name = nil
        var parameters = UnsubscribeParameters()
        parameters.subscription = name
        daemon.call(API.Server.unsubscribe, parameters) { _ in }
    }
}
