import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The writes of the program.
extension DaemonLoop {
    /// The time for the response to a write, which may wait for the daemon's disk.
    private static let patience = Duration.seconds(10)
    /// The number of unsent bytes from which further writes fail.
    private static let maxUnsent = 8 << 20

    /// Sends a write, holds it until the first connection is complete, or fails it.
    func handle(_ write: DaemonBackend.Inbox.Write) {
        if following.isComplete {
            send(write)
        } else if case .connecting = status.current(watching: false).connection {
            waitingWrites.append(write)
        } else {
            write.finish(.failure(.notConnected))
        }
    }

    private func send(_ write: DaemonBackend.Inbox.Write) {
        let request = write.request
        switch request.kind {
        case .set(let values):
            guard values.count == 1, let (subject, value) = values.first else { return update(values, write) }
            switch subject {
            case .tunable(let key):
                var parameters = SetParameters()
                parameters.key = key
                parameters.value = value
                parameters.clamps = request.clamps
                parameters.duration = request.duration?.inSeconds
                call(API.Tunables.set, parameters, write)
            case .flag(let key, _):
                var parameters = SetFlagParameters()
                parameters.key = key
                parameters.value = value
                parameters.duration = request.duration?.inSeconds
                call(API.Flags.set, parameters, write)
            }
        case .toggle(let subject):
            var parameters = ToggleParameters()
            parameters.key = subject.key
            parameters.duration = request.duration?.inSeconds
            call(API.Tunables.toggle, parameters, write)
        case .reset(.tunable(let key)):
            var parameters = ResetParameters()
            parameters.key = key
            call(API.Tunables.reset, parameters, write)
        case .reset(.flag(let key, _)):
            var parameters = FlagParameters()
            parameters.key = key
            call(API.Flags.reset, parameters, write)
        case .attempt(let values, let handle):
            call(API.Tunables.attempt, TryParameters(values, request), write, handle)
        case .confirm(let id):
            var parameters = ConfirmParameters()
            parameters.id = id
            call(API.Tunables.confirm, parameters, write)
        case .cancel(let id, let reason):
            var parameters = CancelParameters()
            (parameters.id, parameters.reason) = (id, reason)
            call(API.Tunables.cancel, parameters, write)
        case .get(let key, let fallback, let handle):
            var parameters = GetParameters()
            parameters.key = key
            parameters.fallback = fallback
            call(API.Tunables.get, parameters, write, handle)
        case .evaluate(let key, let context, let handle):
            var parameters = EvaluateParameters()
            parameters.key = key
            parameters.context = context.members
            call(API.Flags.evaluate, parameters, write, handle)
        case .call(let method, let parameters, let handle): call(method, [parameters], write, handle)
        }
    }

    /// Sends values in several messages if they exceed the message limit; the daemon makes one commit of them.
    private func update(_ values: [(subject: CellSubject, value: JSON)], _ write: DaemonBackend.Inbox.Write) {
        var parameters = UpdateParameters()
        parameters.clamps = write.request.clamps
        parameters.duration = write.request.duration?.inSeconds
        let object = JSONObject(values.map { ($0.subject.key, $0.value) })
        let pieces = CallPieces(["values": .object(object)]).pieces
        let messages = pieces.enumerated().map { index, piece in
            var message = parameters
            if case .object(let values)? = piece["values"] { message.values = values }
            if pieces.count > 1 {
                message.piece = Int64(index)
                message.hasMore = index < pieces.count - 1
            }
            return message
        }
        call(API.Tunables.update.name.description, messages, write) { (_: UpdateResult) in }
    }

    private func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters,
        _ write: DaemonBackend.Inbox.Write,
        _ handle: @escaping (Result) -> Void = { _ in }
    ) {
        call(method.name.description, [parameters], write, handle)
    }

    /// Sends messages; the last response, or the first error, ends the write.
    private func call<Result: JSONReadable>(
        _ method: String,
        _ messages: [some JSONWritable],
        _ write: DaemonBackend.Inbox.Write,
        _ handle: @escaping (Result) -> Void
    ) {
        guard link.unsentCount < DaemonLoop.maxUnsent else { return write.finish(.failure(.overloaded)) }
        let ending = WriteEnding(write.finish)
        sentWrites.append(ending, until: Kernel.monotonicTime() + DaemonLoop.patience)
        for (index, parameters) in messages.enumerated() {
            link.call(method, parameters) { [unowned self] (result: Swift.Result<Result, CallFailure>) in
                // Publish earlier notifications first, so that the program reads the new value when the write ends.
                publish()
                switch result {
                case .success where index < messages.count - 1: break
                case .success(let result):
                    handle(result)
                    ending.finish(.success(()))
                case .failure(.refused(let error)): ending.finish(.failure(.refused(Refusal(error))))
                case .failure: ending.finish(.failure(.outcomeUnknown))
                }
            }
        }
    }
}

extension TryParameters {
    fileprivate init(_ values: [(subject: CellSubject, value: JSON)], _ request: WriteRequest) {
        self.init()
        duration = request.duration?.inSeconds ?? 0
        clamps = request.clamps
        for (subject, value) in values {
            switch subject {
            case .tunable(let key): self.values[key] = value
            case .flag(let key, _):
                var flag = TriedFlag()
                (flag.key, flag.value) = (key, value)
                flags.append(flag)
            }
        }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
