import HTTPCore
import JSONCore
import RPCCore

/// The messages of a WebSocket connection, to and from its own pipe.
///
/// While one side does not accept more, the bridge reads nothing from the other one.
final class RPCBridge: WebSocketHandler, DaemonPipeOwner {
    /// The limit of WebSocket for the bytes of a reason.
    private static let reasonLimit = 123

    private let pipes: DaemonPipes
    private let world: String?
    private var webSocket: WebSocket?
    private var pipe: DaemonPipe?
    private var isGreeted = false

    init(_ pipes: DaemonPipes, in world: String?) {
        self.pipes = pipes
        self.world = world
    }

    // MARK: The WebSocket connection

    func opened(_ webSocket: WebSocket) {
        self.webSocket = webSocket
        webSocket.isPaused = true
        do throws(DaemonFault) {
            pipe = try pipes.open(in: world, for: self)
        } catch {
            close(error)
        }
    }

    func received(text: Span<UInt8>, _ webSocket: WebSocket) {
        // The daemon ignores empty lines between messages.
        guard let pipe, !text.isBlank else { return }
        pipe.send(text)
        if !pipe.hasRoom {
            webSocket.isPaused = true
        }
    }

    func received(binary: Span<UInt8>, _ webSocket: WebSocket) {
        webSocket.close(.unsupportedData, reason: "A message is JSON in a text frame, not in a binary frame.")
        endPipe()
    }

    func hasRoom(_ webSocket: WebSocket) { pipe?.isPaused = false }

    func ended(_ code: CloseCode?) {
        webSocket = nil
        endPipe()
    }

    private func endPipe() {
        pipe?.end()
        pipe = nil
    }

    // MARK: The pipe

    func opened(_ pipe: DaemonPipe) {
        isGreeted = true
        webSocket?.isPaused = false
    }

    func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe) {
        guard let webSocket else { return }
        if part == .whole {
            webSocket.send(text: bytes)
        } else {
            webSocket.send(textPart: bytes, isLast: part.isLast)
        }
        if !webSocket.hasRoom {
            pipe.isPaused = true
        }
    }

    func hasRoom(_ pipe: DaemonPipe) { webSocket?.isPaused = false }

    func lost(_ fault: DaemonFault, _ pipe: DaemonPipe) {
        self.pipe = nil
        close(fault)
    }

    /// Closes the WebSocket connection: a browser shows the code and the reason to its page, unlike those of a refused
    /// handshake.
    private func close(_ fault: DaemonFault) {
        webSocket?.close(code(fault), reason: fault.sentence.shortened(to: RPCBridge.reasonLimit))
    }

    private func code(_ fault: DaemonFault) -> CloseCode {
        switch fault {
        case .refused(let error) where error.refusesForNow: .tryAgainLater
        case .refused: .policyViolation
        default: isGreeted ? .serviceRestart : .tryAgainLater
        }
    }
}

extension String {
    /// The text, or its beginning and its end with an ellipsis between them: the end of a message says what to do.
    func shortened(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        let half = (limit - ellipsis.utf8.count) / 2
        var (head, tail) = (unicodeScalars[...], unicodeScalars[...])
        while head.utf8Count > half { head.removeLast() }
        while tail.utf8Count > half { tail.removeFirst() }
        return String(head) + ellipsis + String(tail)
    }
}

extension Substring.UnicodeScalarView {
    fileprivate var utf8Count: Int { Substring(self).utf8.count }
}

extension Span<UInt8> {
    /// Whether there is nothing but white space.
    fileprivate var isBlank: Bool {
        for index in indices {
            switch self[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
            default: return false
            }
        }
        return true
    }
}
