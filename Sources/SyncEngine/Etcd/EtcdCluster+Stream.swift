import JSONCore

extension EtcdCluster {
    /// Opens one stream for all sources that can be read.
    mutating func open(at now: Duration) -> [EtcdAction] {
        let actions = closeStream()
        phase = .watching
        var body: [UInt8] = []
        var layers: [String] = []
        var timeout = Duration.zero
        for index in watches.indices where !watches[index].isExcluded {
            body += watches[index].range.createRequest(from: watches[index].next)
            layers.append(watches[index].layer)
            timeout = max(timeout, watches[index].source.timeout)
            watches[index].checkDue = now + interval(of: index)
        }
        guard !layers.isEmpty else { return actions }
        if layers.count > 1 { body += EtcdCluster.padding }
        lastNumber += 1
        stream = EtcdStream(number: lastNumber, uncreated: layers, createdDue: now + timeout)
        return actions + [.open(request(lastNumber, "watch", body, timeout: nil, mostBytes: .max))]
    }

    /// Messages without an effect, after those that create watches.
    ///
    /// The gateway's HTTP server begins to respond after the first message. It then drops what it has not read of the
    /// request, unless that has 256 KiB or more. So there must be as much after the last message that counts.
    private static let padding: [UInt8] = {
        let line = Array("{}".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 4_093) + [UInt8(ascii: "\n")]
        return Array(repeatElement(line, count: (256 << 10) / line.count).joined())
    }()

    /// Returns the time until the next check of a source.
    mutating func interval(of index: Int) -> Duration {
        Backoff.wait(interval: watches[index].source.interval, jitter: generator.fraction())
    }

    mutating func closeStream() -> [EtcdAction] {
        for index in watches.indices {
            watches[index].number = nil
            watches[index].missedAt = nil
            if !watches[index].isExcluded { watches[index].checkDue = nil }
        }
        return stream.take() == nil ? [] : [.close]
    }

    /// A piece of the stream has arrived.
    package mutating func receive(_ piece: [UInt8], ofStream number: Int, at now: Duration) -> [EtcdAction] {
        guard stream?.number == number, let lines = stream?.lines.add(piece) else { return [] }
        var changed: [Int] = []
        var fault: EtcdFault?
        for line in lines where fault == nil {
            do throws(EtcdFault) {
                try handle(try EtcdStreamMessage(line.span), &changed)
            } catch {
                fault = error
            }
        }
        if fault == nil, stream?.lines.rest.count ?? 0 > mostMessageBytes {
            fault = .endpoint("the watch has a message of more than \(mostMessageBytes) bytes")
        }
        // What arrived before a fault counts.
        let deliveries = changed.filter { watches[$0].content != nil }.map { deliver($0, at: now) }
        return fault.map { deliveries + interrupt($0, at: now) } ?? deliveries
    }

    /// The stream has ended.
    package mutating func endStream(_ number: Int, _ reply: EtcdReply, at now: Duration) -> [EtcdAction] {
        guard let stream, stream.number == number else { return [] }
        switch reply {
        case .response(200, _):
            guard case .object(let object)? = try? JSON.parse(stream.lines.rest.span) else {
                return interrupt(.endpoint("etcd has ended the watch"), at: now)
            }
            return interrupt(EtcdFault(object, status: 200), at: now)
        case .response(let status, _):
            return interrupt(EtcdFault(status: status, body: stream.lines.rest), at: now)
        case .failed(let reason), .credential(let reason): return interrupt(.endpoint(reason), at: now)
        case .tooLong(let most): return interrupt(.endpoint("the watch has more than \(most) bytes"), at: now)
        }
    }

    private var mostMessageBytes: Int { watches.map(\.mostResponseBytes).max() ?? 0 }

    /// Begins again after a fault of the stream.
    private mutating func interrupt(_ fault: EtcdFault, at now: Duration) -> [EtcdAction] {
        // An expired token can look like a key that the user may not read.
        if case .denied(let reason) = fault { return fail(.token(reason), at: now) }
        return fail(fault, at: now)
    }

    /// Handles a message, and adds the positions of the sources that it changes.
    private mutating func handle(_ message: EtcdStreamMessage, _ changed: inout [Int]) throws(EtcdFault) {
        var layer: String?
        if message.isCreated, let first = stream?.uncreated.first {
            stream?.uncreated.removeFirst()
            if stream?.uncreated.isEmpty == true { stream?.createdDue = nil }
            layer = first
        }
        let found = layer.map { layer in index(of: layer) } ?? watches.firstIndex { $0.number == message.watch }
        guard let index = found else { return }
        guard !message.isCanceled else {
            guard message.compactRevision > 0 else {
                throw EtcdFault(code: 0, message: message.cancelReason ?? "etcd has canceled a watch")
            }
            watches[index].content = nil
            throw .compacted
        }
        if message.isCreated { watches[index].number = message.watch }
        observe(message.header)
        if message.isProgress { watches[index].next = max(watches[index].next, message.header.revision + 1) }
        guard let last = message.changes.last else { return }
        watches[index].next = max(watches[index].next, last.item.modified + 1)
        if watches[index].content?.apply(message.changes) == true, !changed.contains(index) { changed.append(index) }
    }
}
