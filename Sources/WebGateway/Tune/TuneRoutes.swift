import ConsoleCore
import HTTPCore
import JSONCore
import TunerAPI

/// The routes of `/tune`, which read and change values with short requests, as by `curl`.
///
/// `tunables.setAll` stores only the values that differ, in one commit, and resets the keys that a document leaves out.
/// So the document that was read can be sent back without a change, and one undo reverts a wrong document.
struct TuneRoutes {
    /// The limit for the bytes of a document: half of what the daemon accepts in one message.
    private static let documentLimit = 8 << 20

    let calls: DaemonCalls
    let pipes: DaemonPipes

    var all: [Route] {
        [
            Route(.get, "/tune", .restricted, respondWithAll),
            route(.post, "/tune", setAll),
            route(.get, "/tune/*", get),
            route(.put, "/tune/*", setToBody),
            route(.put, "/tune/*/*", setToText),
            route(.delete, "/tune/*", reset),
            route(.put, "/tune/**") { _, exchange in
                exchange.respond(
                    .badRequest,
                    text: "Invalid path format\nuse /tune/KEY/VALUE, or /tune/KEY with a body; write / in VALUE as %2F"
                )
            },
        ]
    }

    /// What a request names.
    private struct Request {
        let world: String?
        /// The key, and then the value if the path has one.
        let words: [String]
        let body: [UInt8]
        let conditions: RequestConditions

        var key: String { words.first ?? "" }
    }

    private func route(
        _ method: HTTPMethod,
        _ pattern: String,
        _ handler: @escaping (Request, Exchange) -> Void
    ) -> Route {
        let hasBody = method != .get && method != .delete
        let limit = hasBody ? TuneRoutes.documentLimit : nil
        return Route(method, pattern, .restricted, bodyLimit: limit) { call, bytes, exchange in
            do throws(QueryFault) {
                try call.checkParameters(["world"], in: bytes)
                handler(try TuneRoutes.request(of: call, in: bytes), exchange)
            } catch {
                exchange.respond(error)
            }
        }
    }

    private static func request(of call: RouteCall, in bytes: Span<UInt8>) throws(QueryFault) -> Request {
        do throws(PercentFault) {
            var words: [String] = []
            for index in call.segments.indices {
                words.append(try call.segment(index, in: bytes))
            }
            let body = [UInt8](bytes, in: call.request.content)
            return Request(
                world: try call.world(in: bytes),
                words: words,
                body: body,
                conditions: RequestConditions(call.request, in: bytes)
            )
        } catch {
            throw .encoding(error)
        }
    }

    // MARK: Reading

    private func respondWithAll(_ call: RouteCall, _ bytes: Span<UInt8>, _ exchange: Exchange) {
        exchange.respond(with: TuneDocument(), for: call, in: bytes, from: calls, pipes)
    }

    private func get(_ request: Request, _ exchange: Exchange) {
        var parameters = KeyParameters()
        parameters.key = request.key
        let method = API.Tunables.get.name.description
        calls.call(method, parameters, on: .reads, in: request.world) { [calls] response, text in
            switch response {
            case .success(let result):
                let epoch = request.world == nil ? calls.epoch(on: .reads) : nil
                TuneRoutes.respond(with: result, in: text, epoch: epoch, to: request, exchange)
            case .failure(let fault): exchange.respond(fault)
            }
        }
    }

    /// Responds with a value, whose entity tag is its revision in an epoch; without an epoch, it has none.
    private static func respond(
        with result: JSONRange,
        in text: Span<UInt8>,
        epoch: String?,
        to request: Request,
        _ exchange: Exchange
    ) {
        guard let value = result.member("value", in: text),
            let revision = result.member("revision", in: text)?.integer(in: text)
        else { return exchange.respond(.unreadable) }
        // Only a built-in key that nobody has set has the revision 0, which a condition cannot name.
        let tag = revision == 0 ? nil : epoch.map { EventMoment(epoch: $0, revision: revision).id }
        func addTag(_ connection: inout HTTPConnection) {
            if let tag {
                connection.add("ETag", "\"\(tag)\"".utf8.span)
            }
        }
        switch request.conditions.evaluate(tag: tag) {
        case .notModified: return exchange.respond(.notModified, addTag)
        case .failed: return exchange.respond(.preconditionFailed, text: "The value has another ETag.", addTag)
        case .holds: break
        }
        var body = ByteBuffer()
        body.append(text, in: value.source)
        body.append("\n")
        body.withBytes { exchange.respond(.ok, .json, $0, addTag) }
    }

    // MARK: Writing

    private func setToText(_ request: Request, _ exchange: Exchange) {
        guard let condition = exchange.condition(of: request.conditions, in: request.world) else { return }
        calls.set(request.key, toText: request.words[1], if: condition, in: request.world) {
            respond(toSetting: $0, if: condition, in: request.world, exchange)
        }
    }

    private func setToBody(_ request: Request, _ exchange: Exchange) {
        let advice = "send the value as JSON, or use PUT /tune/KEY/VALUE"
        guard let value = exchange.readJSON(request.body, else: advice),
            let condition = exchange.condition(of: request.conditions, in: request.world)
        else { return }
        calls.set(request.key, to: value, length: request.body.count, if: condition, in: request.world) {
            respond(toSetting: $0, if: condition, in: request.world, exchange)
        }
    }

    /// Responds to a request that sets one key.
    private func respond(
        toSetting result: Result<SetResult, DaemonFault>,
        if condition: WriteCondition,
        in world: String?,
        _ exchange: Exchange
    ) {
        switch result {
        case .success(let result):
            let text = "Set \(result.key.shownWhole) = \(ValueText.line(result.hidingSecret.value))"
            calls.requestNote(about: result, in: world) { note in
                exchange.respond(.ok, text: text + (note.map { "\n\($0)" } ?? ""))
            }
        case .failure(let fault): exchange.respond(fault, if: condition)
        }
    }

    private func reset(_ request: Request, _ exchange: Exchange) {
        guard let condition = exchange.condition(of: request.conditions, in: request.world) else { return }
        var parameters = ResetParameters()
        parameters.key = request.key
        parameters.ifRevision = condition.ifRevision
        calls.call(API.Tunables.reset, parameters, inEpoch: condition.epoch, on: .writes, in: request.world) { result in
            switch result {
            case .success(let result):
                let text = TuneRoutes.sentence(about: request.key.shownWhole, result)
                guard result.changes.isEmpty else { return exchange.respond(.ok, text: text) }
                calls.requestNote(aboutReset: request.key, in: request.world) { note in
                    exchange.respond(.ok, text: text + (note.map { "\n\($0)" } ?? ""))
                }
            case .failure(let fault): exchange.respond(fault, if: condition)
            }
        }
    }

    private func setAll(_ request: Request, _ exchange: Exchange) {
        guard request.world == nil else {
            // `tunables.setAll` would change the shared state, also for a member of a world.
            return exchange.respond(
                .forbidden,
                text: "POST /tune changes the shared state, not a world; set single values with PUT /tune/KEY"
            )
        }
        guard request.conditions.evaluate(tag: nil) == .holds else {
            return exchange.respond(
                .preconditionFailed,
                text: "POST /tune has no ETag to compare; send ifRevision with tunables.update at /rpc"
            )
        }
        let advice = "send an object of all values as JSON"
        guard let document = exchange.readJSON(request.body, else: advice) else { return }
        guard document.kind == .object else {
            return exchange.respond(
                .badRequest,
                text: "Invalid JSON\nexpected an object of values by key, got \(document.kind.words)"
            )
        }
        let parameters = DocumentRequest(values: document)
        calls.call(
            API.Tunables.setAll.name.description,
            parameters,
            length: request.body.count,
            on: .writes,
            in: request.world
        ) { response, text in
            switch response {
            case .success(let range):
                guard let result = try? ReplaceResult(range, in: text) else { return exchange.respond(.unreadable) }
                let kept = (result.skipped ?? []).map(SkippedKeyText.sentence)
                calls.requestNotes(about: document) { notes in
                    let lines = ["Updated all constants"] + kept + notes
                    exchange.respond(.ok, text: lines.joined(separator: "\n"))
                }
            case .failure(let fault): exchange.respond(fault)
            }
        }
    }

    /// Returns the sentence about a key that was reset.
    private static func sentence(about key: String, _ result: ChangesResult) -> String {
        guard result.hasChanged else { return "\(key) had no value to reset" }
        guard let change = result.changes.first?.hidingSecret else { return "Reset \(key)" }
        guard let value = change.value else { return "Removed \(key)" }
        return "Reset \(key) to \(ValueText.line(value)) (\((change.origin ?? "default").shownWhole))"
    }
}

/// The parameters of `tunables.setAll`.
struct DocumentRequest: JSONWritable {
    let values: CheckedJSON

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "values")
        values.write(to: &writer)
        // The document may have come from GET /tune, which has the effective values.
        writer.name(plain: "keepEqual")
        writer.boolean(true)
        writer.endObject()
    }
}

extension Exchange {
    /// Responds with all entries of a result.
    func respond(
        with content: some PagedContent,
        for call: RouteCall,
        in bytes: Span<UInt8>,
        from calls: DaemonCalls,
        _ pipes: DaemonPipes
    ) {
        do throws(QueryFault) {
            try call.checkParameters(["world"], in: bytes)
        } catch {
            return respond(error)
        }
        do throws(PercentFault) {
            let world = try call.world(in: bytes)
            let isHead = call.request.method == .head
            LongResponse.send(content, on: self, from: calls, pipes, world: world, isHead: isHead)
        } catch {
            respond(QueryFault.encoding(error))
        }
    }

    /// Returns the JSON of a body; without one, responds with the advice and returns nil.
    fileprivate func readJSON(_ body: [UInt8], else advice: String) -> CheckedJSON? {
        guard body.contains(where: { $0 > 0x20 }) else {
            respond(.badRequest, text: "No body found\n\(advice)")
            return nil
        }
        do throws(JSONFault) {
            return try CheckedJSON(body)
        } catch {
            respond(.badRequest, text: "Invalid JSON\n\(error.message(in: body.span))")
            return nil
        }
    }

    /// Returns the conditions of a request for a change; if they are false in any case, responds and returns nil.
    fileprivate func condition(of conditions: RequestConditions, in world: String?) -> WriteCondition? {
        do throws(WriteCondition.Fault) {
            return try WriteCondition(conditions, in: world)
        } catch {
            respond(error.status, text: error.sentence)
            return nil
        }
    }

    /// Responds to a change that the daemon has not made.
    fileprivate func respond(_ fault: DaemonFault, if condition: WriteCondition) {
        guard fault.isFailure(of: condition) else { return respond(fault) }
        respond(.preconditionFailed, text: fault.sentence)
    }
}
