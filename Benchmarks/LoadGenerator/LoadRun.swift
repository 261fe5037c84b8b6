import JSONCore
import SystemCore

/// One run of a plan, on the calling thread.
package struct LoadRun: ~Copyable {
    private let plan: LoadPlan
    private let poller: Poller
    private var connections: [LoadConnection] = []
    private var flood: Flood?
    private var tally: LoadTally
    private let reader: ResponseReader
    /// The input buffer that all connections use in turn.
    private var input = ByteBuffer(minimumCapacity: 256 << 10)
    private var events: [PollerEvent] = []

    /// Runs a plan to its end; a wrong or a late response is a failure.
    package static func measure(_ plan: LoadPlan) throws(LoadFailure) -> LoadResult {
        var run = try LoadRun(plan)
        return try run.measure()
    }

    private init(_ plan: LoadPlan) throws(LoadFailure) {
        poller = try LoadFailure.translating { () throws(SystemError) in try Poller() }
        self.plan = plan
        tally = LoadTally(requests: plan.requests)
        reader = ResponseReader(plan.response)
        events.reserveCapacity(1024)
    }

    private mutating func connect() throws(LoadFailure) {
        for number in 0..<plan.connections {
            let connection = try LoadConnection(number: number, plan: plan)
            try LoadFailure.translating { () throws(SystemError) in
                try poller.add(connection.core.socket, token: UInt64(number), interest: .readable)
            }
            connections.append(connection)
        }
    }

    private mutating func measure() throws(LoadFailure) -> LoadResult {
        try connect()
        tally.lastProgress = Kernel.monotonicTime()
        for connection in connections {
            try connection.core.begin(poller: poller, tally: &tally)
        }
        try turn(until: Kernel.monotonicTime() + plan.warmUp)
        tally.beginMeasuring()
        let start = Kernel.monotonicTime()
        if plan.flood > 0 {
            flood = try Flood(of: plan.flood, to: plan.address)
            try flood?.begin(poller: poller)
            try turn(until: start + plan.floodLimit)
        } else {
            try turn(until: start + plan.duration)
        }
        let seconds = Double(Kernel.monotonicTime().nanoseconds - start.nanoseconds) / 1e9
        let result = LoadResult(
            responses: tally.responses,
            seconds: seconds,
            latency: tally.latency,
            floodResponses: flood?.responses ?? 0
        )
        tally.isDraining = true
        try turn(until: MonotonicTime(nanoseconds: .max))
        try check(result)
        return result
    }

    private func check(_ result: LoadResult) throws(LoadFailure) {
        guard tally.badResponses == 0 else {
            throw .badResponses(tally.badResponses, first: tally.firstBadText)
        }
        guard result.responses > 0 else { throw .noResponses }
        guard result.floodResponses >= plan.flood else {
            throw .floodTooSlow(responses: result.floodResponses, of: plan.flood)
        }
    }

    /// Runs turns until a moment, the end of the flood, or, while draining, the last response.
    private mutating func turn(until end: MonotonicTime) throws(LoadFailure) {
        let longestWait = PollTimeout.nanoseconds(20_000_000)
        let stall = plan.stallGuard.saturatedNanoseconds
        while true {
            let now = Kernel.monotonicTime()
            guard now < end, !tally.isDrained else { return }
            if now.nanoseconds - tally.lastProgress.nanoseconds > stall {
                throw .stalled(seconds: Double(stall) / 1e9, responses: tally.responses)
            }
            try LoadFailure.translating { () throws(SystemError) in try poller.wait(longestWait, into: &events) }
            var isFloodReady = false
            for index in events.indices {
                let event = events[index]
                if event.token == Flood.token {
                    isFloodReady = true
                } else {
                    let connection = connections[Int(event.token)]
                    try connection.core.ready(poller: poller, reader: reader, input: &input, tally: &tally)
                }
            }
            // The flood comes last, because no measured client waits for it.
            if isFloodReady {
                try flood?.ready(poller: poller, reader: reader, tally: &tally)
                if flood?.isOver == true, !tally.isDraining { return }
            }
        }
    }
}
