import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// Declarations, subscriptions and notifications.
extension DaemonLoop {
    /// The limit of declarations in one call, and the approximate limit of their bytes; the protocol limits the message
    /// size.
    private static let maxDeclarations = 2_000
    private static let maxDeclarationsSize = 1 << 20
    /// The delay before a retry of declarations that failed with a temporary error.
    private static let declareDelay = Duration.seconds(1)

    /// Declares new subjects, and subscribes to all subjects.
    ///
    /// With `replacing`, the subscription has all keys before any later request.
    func follow(replacing: Bool = false) {
        guard replacing || !followLateTunables() else { return }
        hasMoved = false
        following.lateKeys = []
        let entries = store.entriesToFollow()
        declare(entries[following.declaredCount...].compactMap { entry in entry.spec.map { (entry.subject, $0) } })
        following.declaredCount = entries.count
        var keys: [String] = []
        var flagKeys: [FlagContext: [String]] = [:]
        var known: Set<CellSubject> = []
        var moved: Set<FlagContext> = []
        for entry in entries where entry.isSubscribable {
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
            subscription.leave(on: link)
            flags[context] = nil
            refusedContexts.forget(context)
        }
        for (context, keys) in flagKeys {
            var parameters = SubscribeFlagsParameters()
            parameters.keys = keys
            parameters.context = context.members
            let subscription = flags[context] ?? LinkSubscription(parameters)
            subscription.parameters = parameters
            flags[context] = subscription
            // A flag may have left its context and returned before the tuner noticed, and have missed a change.
            if subscription.isDue || moved.contains(context) { follow(subscription, in: context) }
        }
    }

    // MARK: Declaring

    typealias Declared = (subject: CellSubject, spec: JSONObject)

    func declare(_ specs: [Declared]) {
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
        func fail(_ failure: CallFailure) {
            guard case .refused(let error) = failure else { return }
            handle(error, of: specs)
        }
        guard specs.first?.subject.isFlag == true else {
            var parameters = DeclareParameters()
            parameters.specs = members
            return link.call(
                API.Tunables.declare,
                parameters,
                expect(orElse: fail) { [unowned self] result in report(unused: result.invalid ?? []) }
            )
        }
        var parameters = DeclareFlagsParameters()
        parameters.flags = members
        link.call(API.Flags.declare, parameters, expect(orElse: fail) { _ in })
    }

    /// Reports stored values that the declarations of this program do not allow.
    private func report(unused values: [InvalidValueRecord]) {
        for value in values { reportOnce(.storedValueUnused(key: value.key, reason: value.message)) }
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
                reportOnce(.declarationRefused(key: refusal.key ?? "", refusal))
            }
            if !others.isEmpty { declareTogether(others) }
        } else if specs.count > 1, refusals.isEmpty, error.kind == ErrorKind.invalidParams.rawValue {
            // The error names no key: split the declarations in halves until the invalid one is alone.
            declareTogether(Array(specs[..<(specs.count / 2)]))
            declareTogether(Array(specs[(specs.count / 2)...]))
        } else {
            following.refusals.append(Refusal(error))
            reportOnce(.declarationRefused(key: first, Refusal(error)))
        }
    }

    // MARK: Subscribing

    func followTunables(_ keys: [String]) {
        let handle = expect(SubscribeResult.self) { [unowned self] failure in
            guard case .refused(let error) = failure, error.data["parameter"] == "ack" else { return give(up: failure) }
            // An older daemon takes no reports.
            tunables.parameters.reports = nil
            followTunables(keys)
        } handle: { [unowned self] result in
            if let changes = result.changes {
                receivedValues += changes.map { (.tunable($0.key), $0.value) }
            } else {
                let values = Dictionary(
                    (result.values?.entries ?? []).map { ($0.name, $0.value) },
                    uniquingKeysWith: { $1 }
                )
                receivedValues += keys.map { (.tunable($0), values[$0]) }
            }
            receivedRevision = result.revision
        }
        tunables.subscribe(on: link, adapting: DaemonLoop.accepted) { result, _ in handle(result) }
    }

    /// Returns parameters for all keys, if the daemon would refuse so many of them.
    ///
    /// They include keys that the program has not declared; the store ignores the values of these.
    private static func accepted(_ parameters: SubscribeParameters) -> SubscribeParameters {
        guard let keys = parameters.keys, keys.count > JSONSizeBound.maxSubscribedKeys else { return parameters }
        var all = parameters
        all.keys = nil
        all.match = PatternList(["*", "\(Key.builtInPrefix)*"])
        return all
    }

    private func follow(_ subscription: LinkSubscription<SubscribeFlagsParameters>, in context: FlagContext) {
        let handle = expect(SubscribeFlagsResult.self) { [unowned self] failure in
            // If the daemon refuses one context, the other subscriptions still work.
            guard case .refused(let error) = failure, error.kind != ErrorKind.unknownWorld.rawValue else {
                return give(up: failure)
            }
            let refusal = Refusal(error)
            if refusedContexts.refuse(context, refusal) { faults.report(.notFollowed(refusal)) }
        } handle: { [unowned self] result in
            refusedContexts.accept(context)
            for flag in result.flags {
                receivedValues.append((.flag(flag.key, context), flag.value))
                if let code = flag.errorCode, code != "FLAG_NOT_FOUND" {
                    reportOnce(.flagFailed(key: flag.key, code: code, message: flag.errorMessage ?? flag.reason))
                }
            }
        }
        subscription.subscribe(on: link) { result, _ in handle(result) }
    }

    // MARK: Notifications

    /// Handles a notification of the daemon.
    func handle(_ method: JSONRange, _ params: JSONRange?, _ text: Span<UInt8>) {
        do throws(JSONMismatch) {
            if let changed = try SubscribeParameters.changes(method, params, in: text) {
                guard tunables.handle(changed) else { return }
                if changed.ended != nil { link.drop() }
                receivedValues += changed.changes.map { (.tunable($0.key), $0.value) }
                receivedRevision = changed.to
            } else if let changed = try SubscribeFlagsParameters.changes(method, params, in: text) {
                guard let context = flags.first(where: { $0.value.handle(changed) })?.key else { return }
                // If the world has ended, its creator may create it again. The next connection finds out.
                if changed.ended != nil { link.drop() }
                receivedValues += changed.changes.map { (.flag($0.key, context), $0.value) }
            }
        } catch {
            // A notification of another type changes no value.
        }
    }

    // MARK: Requests

    /// Returns the handler of a response that must arrive before the connection is complete.
    func expect<Value>(
        _: Value.Type = Value.self,
        orElse fail: @escaping (CallFailure) -> Void,
        handle: @escaping (Value) -> Void
    ) -> (Result<Value, CallFailure>) -> Void {
        following.missing += 1
        return { [unowned self] result in
            switch result {
            case .success(let value): handle(value)
            case .failure(.lost): return
            case .failure(let failure): fail(failure)
            }
            countResponse()
        }
    }

    /// Counts a response, and completes the connection after the last one.
    func countResponse() {
        following.missing -= 1
        extendSubscription()
        guard following.missing == 0, !following.isComplete, link.isReady else { return }
        // Subjects that were declared in the meantime belong to this connection's first requests.
        if store.count > following.declaredCount { follow() }
        if following.missing == 0 { complete() }
    }

    /// Gives up this connection, after which another one is tried.
    private func give(up failure: CallFailure) {
        switch failure {
        case .lost: return
        case .refused(let error):
            // If the world has ended, the daemon refuses the next greeting.
            if error.kind != ErrorKind.unknownWorld.rawValue { report(Refusal(error)) }
        case .unreadable: report("its response to a subscription has another type")
        case .unwritable: report("JSON has no infinite number and no NaN")
        case .overloaded: preconditionFailure("the link of a program has no limit of unsent bytes")
        }
        link.drop()
    }
}

extension ErrorKind {
    /// The errors that may be gone when the client retries.
    fileprivate static let passing: Set = [ErrorKind.storage.rawValue, ErrorKind.busy.rawValue]
}
