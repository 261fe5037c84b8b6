import JSONCore
import LayerPayloads
import LoopCore
import SyncEngine
import SystemCore
import TunerAPI

/// What the engine asks for.
extension SyncService {
    func perform(_ actions: [SyncAction]) {
        for action in actions { perform(action) }
        schedule()
        followEtcd()
        trials?.show(engine.versions)
        report()
    }

    /// Follows the sources in etcd that are in use, if they have changed.
    private func followEtcd() {
        let sources = engine.sourcesInUse.filter { $0.etcd != nil }
        guard sources != followed else { return }
        followed = sources
        // A session may be the caller.
        loop.nextTurn { [unowned self] in etcd.configure(followed) }
    }

    private func perform(_ action: SyncAction) {
        switch action {
        case .fetch(let source, _) where source.etcd != nil: etcd.load(source.layer)
        case .fetch(let source, let validators):
            fetcher.fetch(source, validators) { [unowned self] outcome, hasWaited in
                perform(engine.finish(source, outcome, hasWaited: hasWaited, at: now))
            }
        case .put(let source, let payload): put(source, payload)
        case .activate(let layer): activate(layer)
        case .deactivate(let layer): deactivate(layer)
        case .keep(let kept):
            writes.schedule("layer \(kept.layer)") { [unowned self] in
                write { () throws(SystemError) in try store.write(kept) }
            }
        case .remove(let layer):
            writes.cancel("layer \(layer)")
            write { () throws(SystemError) in try store.remove(layer) }
            daemon?.remove(layer)
        case .remember: remember()
        case .trial(let id, let call):
            trials?.perform(call, of: id) { [unowned self] source, payload in try? parameters(source, payload).get() }
        case .rememberTrial(let record):
            // The record says that the layer is kept, so the copy of the layer must be there first.
            writes.finish("layer \(record.layer)")
            write { () throws(SystemError) in try store.write(record) }
            guard let report = record.report else { return }
            if report.state != .trying { trials?.publish(report) }
        case .forgetTrial(let layer):
            write { () throws(SystemError) in try store.removeTrial(of: layer) }
            trials?.forget(layer)
        case .report(let report): SyncService.print("the layer \(report.layer) \(report.text)")
        }
    }

    /// Stores the status of the sources: at once if it decides what happens after a restart, else soon.
    private func remember() {
        let decisions = engine.decisions
        guard decisions == stored else {
            stored = decisions
            return write { () throws(SystemError) in try store.write(engine.statuses) }
        }
        writes.schedule("status") { [unowned self] in
            write { () throws(SystemError) in try store.write(engine.statuses) }
        }
    }

    private func put(_ source: SyncSource, _ payload: LayerPayload) {
        let finish = { [unowned self] (outcome: PutOutcome) in
            perform(engine.finishPut(source.layer, outcome, at: now))
        }
        switch parameters(source, payload) {
        case .success(let parameters): daemon?.put(parameters, finish)
        case .failure(let fault): finish(.postponed(fault.reason))
        }
    }

    /// A reason why a content cannot be put now, as the end of a sentence.
    private struct SchemaFault: Error {
        let reason: String
    }

    /// Returns the parameters of `layers.put` for a content.
    private func parameters(_ source: SyncSource, _ payload: LayerPayload) -> Result<JSONObject, SchemaFault> {
        var parameters = payload.members
        parameters["name"] = .string(source.layer)
        parameters["source"] = .string(source.shownAddress)
        if let path = source.schema {
            guard let text = try? KernelFileSystem().open(path, .read).readWhole(),
                let schema = try? JSON.parse(text.span)
            else {
                return .failure(
                    SchemaFault(reason: "the schema \(path.shownWhole) is not a JSON file that can be read")
                )
            }
            parameters["schema"] = schema
        }
        return .success(parameters)
    }

    private func activate(_ layer: String) {
        activeLayers?.change(
            { [unowned self] active in engine.order(of: active, adding: layer) },
            { [unowned self] outcome in
                switch outcome {
                case .unchanged: break
                case .changed: perform(engine.finishActivation(layer, nil))
                case .failed(let fault): perform(engine.finishActivation(layer, fault))
                }
            }
        )
    }

    private func deactivate(_ layer: String) {
        activeLayers?.change(
            { active in active.filter { $0 != layer } },
            { [unowned self] outcome in
                let fault: String? = if case .failed(let fault) = outcome { fault } else { nil }
                perform(engine.finishDeactivation(layer, fault, at: now))
            }
        )
    }

    /// Writes to the store.
    ///
    /// If the disk is full, the layer in the daemon is as good as before.
    private func write(_ body: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try body()
            storeFault = nil
        } catch {
            let fault = "could not be written: \(error.errno) (\(error.errno.name))"
            if fault != storeFault { SyncService.print("the copy in \(store.directory.shownWhole) \(fault)") }
            storeFault = fault
        }
    }

    func schedule() {
        if let timer { loop.cancel(timer) }
        timer = engine.deadline.map { deadline in
            let time = MonotonicTime(nanoseconds: deadline.saturatedNanoseconds)
            return loop.schedule(at: time) { [unowned self] in
                timer = nil
                perform(engine.advance(at: now))
            }
        }
    }
}
