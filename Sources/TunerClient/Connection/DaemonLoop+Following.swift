import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// Handshake, declarations, subscriptions and notifications.
extension DaemonLoop {
    /// The limit of declarations in one call, and the approximate limit of their bytes; the protocol limits the message
    /// size.
    private static let maxDeclarations = 2_000
    private static let maxDeclarationsSize = 1 << 20
    /// The delay before a retry of declarations that failed with a temporary error.
    private static let declareDelay = Duration.seconds(1)

    /// Sends the program's name and world; the response starts declarations and subscriptions.
    func greet() {
        var parameters = HelloParameters()
        parameters.client = settings.name
        parameters.world = settings.world
        socket?.call(API.Session.hello, parameters) { [unowned self] answer in
            switch answer {
            case .success(let hello):
                let (theirs, ours) = (hello.protocolVersion, API.protocolVersion)
                guard theirs == ours else {
                    report("it speaks version \(theirs) of its protocol, this program \(ours)")
                    mustLose = true
                    return
                }
                following.isGreeted = true
                following.missing = 1
                follow()
                answered()
            case .failure(let failure): give(up: failure)
            }
        }
    }

    /// Declares new subjects, and subscribes to all subjects.
    func follow() {
        hasMoved = false
        let entries = store.entriesToFollow()
        declare(entries[following.declaredCount...].compactMap { entry in entry.spec.map { (entry.subject, $0) } })
        following.declaredCount = entries.count
        var keys: [String] = []
        var flagKeys: [FlagContext: [String]] = [:]
        var known: Set<CellSubject> = []
        var moved: Set<FlagContext> = []
        for entry in entries where entry.isWanted {
            switch entry.evaluated {
            case .tunable(let key): keys.append(key)
            case .flag(let key, let context):
                if known.insert(entry.evaluated).inserted { flagKeys[context, default: []].append(key) }
                if entry.isMoved { moved.insert(context) }
            }
        }
        tunables.parameters.keys = keys
        if tunables.isDue { followTunables(keys) }
        for (context, subscription) in flags where flagKeys[context] == nil {
            leave(subscription.name, API.Flags.unsubscribe)
            flags[context] = nil
            refusedContexts[context] = nil
        }
        for (context, keys) in flagKeys {
            var parameters = SubscribeFlagsParameters()
            parameters.keys = keys
            parameters.context = context.members
            flags[context, default: Subscription(parameters)].parameters = parameters
            // A flag may have left its context and returned before the tuner noticed, and have missed a change.
            if flags[context]?.isDue == true || moved.contains(context) { followFlags(in: context) }
        }
    }

    // MARK: Declaring

    private typealias Declared = (subject: CellSubject, spec: JSONObject)

    private func declare(_ specs: [Declared]) {
        declareInParts(specs.filter { !$0.subject.isFlag })
        declareInParts(specs.filter(\.subject.isFlag))
    }

    /// Declares tunables or flags, in calls of limited size.
    private func declareInParts(_ specs: [Declared]) {
        var (part, length): ([Declared], Int) = ([], 0)
        for (subject, spec) in specs {
            if part.count == DaemonLoop.maxDeclarations || length > DaemonLoop.maxDeclarationsSize {
                declareTogether(part)
                (part, length) = ([], 0)
            }
            part.append((subject, spec))
            length += subject.key.utf8.count + JSON.object(spec).roughLength
        }
        if !part.isEmpty { declareTogether(part) }
    }

    /// Retries the declarations that failed with a temporary error.
    func declareAgain() {
        let specs = following.undeclared
        following.undeclared = []
        declare(specs)
    }

    /// Declares several tunables, or several flags, in one call.
    private func declareTogether(_ specs: [Declared]) {
        let members = JSONObject(specs.map { ($0.subject.key, .object($0.spec)) })
        func fail(_ failure: TunerFailure) {
            guard case .refused(let error) = failure else { return }
            handle(error, of: specs)
        }
        guard specs.first?.subject.isFlag == true else {
            var parameters = DeclareParameters()
            parameters.specs = members
            return ask(API.Tunables.declare, parameters, orElse: fail) { _ in }
        }
        var parameters = DeclareFlagsParameters()
        parameters.flags = members
        ask(API.Flags.declare, parameters, orElse: fail) { _ in }
    }

    /// Handles the refusal of declarations: if the daemon refuses some, declares the others again.
    private func handle(_ error: RemoteError, of specs: [Declared]) {
        let first = specs.first?.subject.key ?? ""
        guard !ErrorKind.passing.contains(error.kind ?? "") else {
            following.undeclared += specs
            times.declare = Kernel.monotonicTime() + DaemonLoop.declareDelay
            return report(.declarationRefused(key: first, Refusal(error)), once: error.message)
        }
        let refusals = Refusal.each(in: error)
        let refused = Set(refusals.compactMap(\.key))
        let others = specs.filter { !refused.contains($0.subject.key) }
        if others.count < specs.count {
            for refusal in refusals {
                following.refusals.append(refusal)
                faults.report(.declarationRefused(key: refusal.key ?? "", refusal))
            }
            if !others.isEmpty { declareTogether(others) }
        } else if specs.count > 1, refusals.isEmpty, error.kind == ErrorKind.invalidParams.rawValue {
            // The error names no key: split the declarations in halves until the invalid one is alone.
            declareTogether(Array(specs[..<(specs.count / 2)]))
            declareTogether(Array(specs[(specs.count / 2)...]))
        } else {
            following.refusals.append(Refusal(error))
            faults.report(.declarationRefused(key: first, Refusal(error)))
        }
    }

    // MARK: Subscribing

    private func followTunables(_ keys: [String]) {
        let request = tunables.request()
        var sent = request
        if keys.count > JSONSizeBound.maxSubscribedKeys {
            // This also subscribes to keys that the program has not declared; the store ignores their values.
            sent.keys = nil
            sent.match = PatternList(["*", "\(Key.builtInPrefix)*"])
        }
        ask(API.Tunables.subscribe, sent) { [unowned self] failure in
            give(up: failure)
        } handle: { [unowned self] result in
            if let changes = result.changes {
                news += changes.map { (.tunable($0.key), $0.value) }
            } else {
                let values = Dictionary(
                    (result.values?.entries ?? []).map { ($0.name, $0.value) },
                    uniquingKeysWith: { $1 }
                )
                news += keys.map { (.tunable($0), values[$0]) }
            }
            leave(tunables.begin(result, of: request), API.Tunables.unsubscribe)
        }
    }

    private func followFlags(in context: FlagContext) {
        guard let request = flags[context]?.request() else { return }
        ask(API.Flags.subscribe, request) { [unowned self] failure in
            // If the daemon refuses one context, the other subscriptions still work.
            guard case .refused(let error) = failure, error.kind != ErrorKind.unknownWorld.rawValue else {
                return give(up: failure)
            }
            let refusal = Refusal(error)
            if refusedContexts.updateValue(refusal, forKey: context) == nil { faults.report(.notFollowed(refusal)) }
        } handle: { [unowned self] result in
            refusedContexts[context] = nil
            for flag in result.flags {
                news.append((.flag(flag.key, context), flag.value))
                if let code = flag.errorCode, code != "FLAG_NOT_FOUND" {
                    faults.report(.flagFailed(key: flag.key, code: code, message: flag.errorMessage ?? flag.reason))
                }
            }
            // The context may have changed since the request.
            let isWanted = flags[context] != nil
            let replaced = flags[context]?.begin(result, of: request)
            leave(isWanted ? replaced : result.subscription, API.Flags.unsubscribe)
        }
    }

    /// Ends a subscription that a new one has replaced.
    private func leave(_ subscription: String?, _ method: MethodDeclaration<UnsubscribeParameters, Bool>) {
        guard let subscription else { return }
        var parameters = UnsubscribeParameters()
        parameters.subscription = subscription
        socket?.call(method, parameters) { _ in }
    }

    // MARK: Notifications

    /// Handles a notification of the daemon.
    func handle(_ method: JSONRange, _ params: JSONRange, _ text: Span<UInt8>) {
        if method.isString("tunables.changed", in: text) {
            guard let told = try? ChangedParameters(params, in: text), tunables.handle(told) else { return }
            if told.ended != nil { mustLose = true }
            news += told.changes.map { (.tunable($0.key), $0.value) }
        } else if method.isString("flags.changed", in: text) {
            guard let told = try? FlagsChangedParameters(params, in: text),
                let context = flags.first(where: { $0.value.name == told.subscription })?.key
            else { return }
            // If the world has ended, its creator may create it again. The next connection finds out.
            if told.ended != nil { mustLose = true }
            news += told.changes.map { (.flag($0.key, context), $0.value) }
        }
    }

    // MARK: Requests

    /// Sends a request that must have a response before the connection is complete.
    private func ask<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters,
        orElse fail: @escaping (TunerFailure) -> Void,
        handle: @escaping (Result) -> Void
    ) {
        following.missing += 1
        socket?.call(method, parameters) { [unowned self] answer in
            switch answer {
            case .success(let result): handle(result)
            case .failure(.gone): return
            case .failure(let failure): fail(failure)
            }
            answered()
        }
    }

    private func answered() {
        following.missing -= 1
        guard following.missing == 0, !following.isComplete, socket != nil else { return }
        // Subjects that were declared in the meantime belong to this connection's first requests.
        if store.count > following.declaredCount { follow() }
        if following.missing == 0 { complete() }
    }

    /// Gives up this connection, after which another one is tried.
    private func give(up failure: TunerFailure) {
        switch failure {
        case .refused(let error):
            report(Refusal(error))
            mustLose = true
        case .reported(let reason):
            report(reason)
            mustLose = true
        case .gone: break
        }
    }
}

extension ErrorKind {
    /// The errors that may be gone when the client retries.
    fileprivate static let passing: Set = [ErrorKind.storage.rawValue, ErrorKind.busy.rawValue]
}
