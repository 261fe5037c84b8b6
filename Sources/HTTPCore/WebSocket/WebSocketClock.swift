/// The time limits of a WebSocket connection.
struct WebSocketClock {
    /// What a deadline leads to.
    enum Outcome {
        case early
        case ping
        case end
    }

    private(set) var deadline = UInt64.max
    /// Whether frames have arrived since the last wait.
    var hasReceived = false
    /// Whether output was sent since the last wait.
    var hasSent = false

    private var lastReceived: UInt64
    private var lastSent: UInt64
    /// Whether the peer's frames were read at the last wait.
    private var wasReading = true
    private var phase = WebSocketConnection.Phase.open
    private var phaseStart: UInt64
    private var buffered = 0
    private var hasPinged = false

    init(at now: UInt64) {
        lastReceived = now
        lastSent = now
        phaseStart = now
    }

    /// Notes what has happened since the last wait, and computes the deadline of the next one.
    ///
    /// While the server reads nothing, the peer's silence means nothing, but the peer must still receive the output.
    mutating func wait(
        in phase: WebSocketConnection.Phase,
        buffered: Int,
        hasOutput: Bool,
        isReading: Bool,
        at now: UInt64,
        _ limits: WebSocketLimits
    ) {
        if hasReceived || buffered != self.buffered || !wasReading {
            lastReceived = now
            hasPinged = false
        }
        if hasSent || !hasOutput {
            lastSent = now
        }
        if phase != self.phase {
            self.phase = phase
            phaseStart = now
        }
        self.buffered = buffered
        wasReading = isReading
        hasReceived = false
        hasSent = false
        deadline = deadline(hasOutput, isReading, limits)
    }

    /// Returns what a connection does at this time.
    mutating func outcome(
        in phase: WebSocketConnection.Phase,
        hasOutput: Bool,
        at now: UInt64,
        _ limits: WebSocketLimits
    ) -> Outcome {
        guard now >= deadline else { return .early }
        deadline = .max
        guard phase == .open, !hasPinged, !hasOutput || now < sum(lastSent, limits.pongTime) else { return .end }
        hasPinged = true
        return .ping
    }

    private func deadline(_ hasOutput: Bool, _ isReading: Bool, _ limits: WebSocketLimits) -> UInt64 {
        let sendDeadline = hasOutput ? sum(lastSent, limits.pongTime) : .max
        switch phase {
        case .open:
            guard isReading else { return sendDeadline }
            let ping = sum(lastReceived, limits.pingInterval)
            return min(sendDeadline, hasPinged ? sum(ping, limits.pongTime) : ping)
        case .ending: return sendDeadline
        case .closing, .discarding: return min(sendDeadline, sum(phaseStart, limits.closeTime))
        case .closed: return .max
        }
    }

    private func sum(_ time: UInt64, _ duration: UInt64) -> UInt64 {
        let (sum, overflows) = time.addingReportingOverflow(duration)
        return overflows ? .max : sum
    }
}
