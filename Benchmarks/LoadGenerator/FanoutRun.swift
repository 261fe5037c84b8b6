import JSONCore
import SystemCore

/// One run of a fan-out, on the calling thread.
package struct FanoutRun: ~Copyable {
    private let plan: FanoutPlan
    private let poller: Poller
    private var publisher: FanoutPublisher
    private var subscribers: [FanoutSubscriber] = []
    private var bystanders: [FanoutSubscriber] = []
    private var changes: ChangesInFlight
    private var tally: LoadTally
    private let responses: ResponseReader
    private let deliveries: ResponseReader
    /// The input buffer that all subscribers use in turn.
    private var input = ByteBuffer(minimumCapacity: 256 << 10)
    private var events: [PollerEvent] = []

    /// Runs a plan to its end; a wrong, a missing or a merged delivery is a failure.
    package static func measure(_ plan: FanoutPlan) throws(LoadFailure) -> FanoutResult {
        var run = try FanoutRun(plan)
        return try run.measure()
    }

    private init(_ plan: FanoutPlan) throws(LoadFailure) {
        let poller = try LoadFailure.translating { () throws(SystemError) in try Poller() }
        let client = try TextClient(to: plan.address)
        self.poller = poller
        self.plan = plan
        publisher = FanoutPublisher(client)
        changes = ChangesInFlight(
            depth: plan.depth,
            deliveriesPerChange: plan.subscribers * plan.deliveriesPerChange
        )
        tally = LoadTally(requests: plan.requests)
        responses = ResponseReader(plan.response)
        deliveries = ResponseReader(plan.delivery)
        events.reserveCapacity(1024)
    }

    private mutating func connect() throws(LoadFailure) {
        for bystander in plan.bystanders {
            bystanders.append(FanoutSubscriber(try Self.subscribed(bystander, to: plan.address)))
        }
        for number in 0..<plan.subscribers {
            let subscriber = FanoutSubscriber(try Self.subscribed(plan.subscribing, to: plan.address))
            try LoadFailure.translating { () throws(SystemError) in
                try poller.add(subscriber.client.socket, token: UInt64(number), interest: .readable)
            }
            subscribers.append(subscriber)
        }
        try LoadFailure.translating { () throws(SystemError) in
            try poller.add(publisher.client.socket, token: FanoutPublisher.token, interest: .readable)
        }
    }

    private static func subscribed(
        _ subscribing: FanoutPlan.Subscribing,
        to address: UnixAddress
    ) throws(LoadFailure) -> TextClient {
        let client = try TextClient(to: address)
        try client.exchange(subscribing.text, lines: subscribing.lines)
        return client
    }

    private mutating func measure() throws(LoadFailure) -> FanoutResult {
        try connect()
        tally.lastProgress = Kernel.monotonicTime()
        try publish()
        try turn(until: Kernel.monotonicTime() + plan.warmUp)
        tally.beginMeasuring()
        let start = Kernel.monotonicTime()
        try turn(until: start + plan.duration)
        let seconds = Double(Kernel.monotonicTime().nanoseconds - start.nanoseconds) / 1e9
        let result = FanoutResult(
            deliveries: tally.responses,
            bytes: tally.bytes,
            seconds: seconds,
            latency: tally.latency
        )
        tally.isDraining = true
        try turn(until: MonotonicTime(nanoseconds: .max))
        guard tally.badResponses == 0 else {
            throw .badResponses(tally.badResponses, first: tally.firstBadText)
        }
        guard result.deliveries > 0 else { throw .noResponses }
        return result
    }

    /// Runs turns until a moment or, while draining, until the last delivery.
    private mutating func turn(until end: MonotonicTime) throws(LoadFailure) {
        let stall = plan.stallGuard.saturatedNanoseconds
        while true {
            let now = Kernel.monotonicTime()
            guard now < end, !tally.isDrained, tally.badResponses == 0 else { return }
            if now.nanoseconds - tally.lastProgress.nanoseconds > stall {
                throw .stalled(seconds: Double(stall) / 1e9, responses: tally.responses)
            }
            try LoadFailure.translating { () throws(SystemError) in
                try poller.wait(.nanoseconds(20_000_000), into: &events)
            }
            for index in events.indices {
                try handle(events[index].token)
            }
            try publish()
        }
    }

    private mutating func handle(_ token: UInt64) throws(LoadFailure) {
        do {
            guard token != FanoutPublisher.token else {
                return try publisher.ready(reader: responses, tally: &tally)
            }
            try subscribers[Int(token)].ready(
                reader: deliveries,
                deliveriesPerChange: plan.deliveriesPerChange,
                input: &input,
                changes: &changes,
                tally: &tally
            )
        } catch {
            throw error.errno.meansPeerIsGone ? .closed(connection: Int(truncatingIfNeeded: token)) : .system(error)
        }
    }

    private mutating func publish() throws(LoadFailure) {
        do {
            try publisher.publish(
                &changes,
                deliveriesOfChange: plan.subscribers * plan.deliveriesPerChange,
                depth: plan.depth,
                tally: &tally
            )
        } catch {
            throw error.errno.meansPeerIsGone ? .closed(connection: -1) : .system(error)
        }
    }
}
