import ClientCore
import JSONCore
import TunerAPI

/// The subscription to changes of declarations, definitions of flags, layers and kill switches.
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

    /// What a notification is about.
    struct Change {
        let tunables: Bool
        let flags: Bool
    }

    /// Returns what a notification reports; nil if it is another notification.
    func change(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) -> Change? {
        guard method.isString(API.Server.changed.name, in: text), let params,
            let changes = try? ServerChangedParameters(params, in: text), changes.subscription == name
        else { return nil }
        let forAll = changes.layers != nil || changes.limited != nil
        return Change(tunables: forAll || changes.tunables != nil, flags: forAll || changes.flagsVersion != nil)
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
