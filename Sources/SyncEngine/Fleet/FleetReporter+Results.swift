package import JSONCore

extension FleetReporter {
    /// The request has ended.
    package mutating func receive(_ result: Result<JSONObject, EtcdFault>, at now: Duration) -> [AnnouncementEnd] {
        guard let request else { return [] }
        self.request = nil
        switch (request, result) {
        case (.grant(let id, _), .success): grant(id, due: now, isNew: true)
        // An earlier grant, whose response did not arrive.
        case (.grant(let id, _), .failure(.lease)): grant(id, due: now, isNew: false)
        case (.keepAlive(let id), .success(let object)):
            // etcd responds without a time if it does not have the lease.
            if (object.etcdObject("result") ?? object).etcdNumber("TTL") > 0 {
                grant(id, due: now, isNew: true)
            } else {
                lose(id)
            }
        case (.keepAlive(let id), .failure(.lease)): lose(id)
        case (.store(let transaction), .success(let object)):
            guard object.etcdFlag("succeeded") else { return learn(object, at: now) }
            return confirm(transaction, EtcdHeader(object)?.revision ?? 0)
        case (.store, .failure(.lease(let reason))):
            // The next messages that keep the leases alive show which one is lost.
            for index in leases.indices { leases[index].due = now }
            return repair(.lease(reason), at: now)
        case (_, .failure(let fault)): return fail(fault, at: now)
        }
        retryTime = nil
        if isComplete { recover() }
        return []
    }

    private mutating func grant(_ id: Int64, due now: Duration, isNew: Bool) {
        guard let index = leases.firstIndex(where: { $0.id == id }) else { return }
        leases[index].isGranted = true
        let wait = Backoff.wait(interval: leases[index].period, jitter: generator.fraction())
        leases[index].due = isNew ? now + wait : now
    }

    /// A lease has ended, and with it its keys.
    private mutating func lose(_ id: Int64) {
        guard let index = leases.firstIndex(where: { $0.id == id }) else { return }
        leases[index] = FleetLease(leases[index].kind, id: newLease())
        for wanted in wanted where wanted.lease == leases[index].kind { stored[wanted.key]?.value = nil }
    }

    /// etcd has carried out a transaction.
    private mutating func confirm(_ transaction: FleetTransaction, _ revision: Int64) -> [AnnouncementEnd] {
        self.revision = revision
        // A key that was left meanwhile is not one to care about.
        for put in transaction.puts { stored[put.key]?.value = put.value }
        for key in transaction.deletes { stored[key] = nil }
        var ends: [AnnouncementEnd] = []
        for (layer, announcement) in announcements.sorted(by: { $0.value.number < $1.value.number }) {
            guard let report = reports[layer], stored[keys.report(report, of: machine)]?.value == report.text else {
                continue
            }
            announcements[layer] = nil
            ends.append(AnnouncementEnd(number: announcement.number, isStored: true))
        }
        repairs = 0
        recover()
        return ends
    }

    /// The key of the machine is not as expected: an earlier process or an earlier request has changed it.
    private mutating func learn(_ response: JSONObject, at now: Duration) -> [AnnouncementEnd] {
        let range = response.etcdObjects("responses").first?.etcdObject("response_range")
        let item = range?.etcdObjects("kvs").first.flatMap { EtcdItem($0) }
        revision = item?.modified ?? 0
        for key in stored.keys { doubt(key) }
        for report in item.flatMap({ FleetMachine($0.value) })?.reports ?? [] {
            let key = keys.report(report, of: machine)
            if reports[report.layer]?.rollout == report.rollout {
                doubt(key)
            } else if stored[key] == nil {
                left.append(report)
            }
        }
        left.removeFirst(max(left.count - FleetReporter.mostLeft, 0))
        let name = machine
        return repair(.endpoint("another process changes the keys of the machine \(name), too"), at: now)
    }

    /// Tries again at once, unless this has not helped several times.
    private mutating func repair(_ fault: EtcdFault, at now: Duration) -> [AnnouncementEnd] {
        repairs += 1
        return repairs > FleetReporter.mostRepairs ? fail(fault, at: now) : []
    }

    private mutating func recover() { (failures, fault, retryTime) = (0, nil, nil) }

    private mutating func fail(_ fault: EtcdFault, at now: Duration) -> [AnnouncementEnd] {
        failures += 1
        repairs = 0
        if self.fault?.isSameKind(as: fault) != true { self.fault = fault }
        let most =
            switch fault {
            case .user, .credential: failures
            case .token, .denied, .compacted, .lease, .endpoint: min(failures, FleetReporter.mostDoublings)
            }
        retryTime = now + Backoff.wait(after: most, interval: .zero, jitter: generator.fraction())
        return announcements.sorted { $0.value.number < $1.value.number }.flatMap { withdraw($0.key) }
    }
}
