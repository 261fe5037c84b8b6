package import JSONCore

extension HTTPRequest {
    /// Returns whether the request is for an upgrade to WebSocket, rightly or not.
    package func upgradesToWebSocket(in bytes: Span<UInt8>) -> Bool {
        lists("websocket", of: "upgrade", in: bytes) && lists("upgrade", of: "connection", in: bytes)
    }

    /// Returns the key of a valid WebSocket handshake (RFC 6455, 4.2.1).
    func webSocketKey(in bytes: Span<UInt8>) throws(WebSocketHandshakeFault) -> Range<Int> {
        guard method == .get, isVersion11, !hasBody else { throw .method }
        guard upgradesToWebSocket(in: bytes) else { throw .noUpgrade }
        guard let version = onlyValue(of: "sec-websocket-version", in: bytes),
            ("13" as StaticString).hasBytes(bytes.extracting(version))
        else { throw .version }
        guard let key = onlyValue(of: "sec-websocket-key", in: bytes),
            Base64.decodedCount(of: bytes.extracting(key)) == 16
        else { throw .key }
        return key
    }

    private func lists(_ word: StaticString, of name: StaticString, in bytes: Span<UInt8>) -> Bool {
        var next = value(of: name, in: bytes)
        while let field = next {
            guard !TokenList.contains(word, field, in: bytes) else { return true }
            next = value(of: name, after: field, in: bytes)
        }
        return false
    }
}

extension HTTPConnection {
    /// Responds to a WebSocket handshake; the owner then continues with `webSocket(removingRequestFrom:limits:at:)`.
    ///
    /// On a fault, nothing is written.
    package mutating func acceptWebSocket(
        protocol name: StaticString? = nil,
        in bytes: Span<UInt8>
    ) throws(WebSocketHandshakeFault) {
        let key = try request.webSocketKey(in: bytes)
        begin(.switchingProtocols)
        add(lines: "Upgrade: websocket\r\nConnection: Upgrade\r\n")
        var accept = ByteBuffer()
        HTTPConnection.append(acceptFor: bytes.extracting(key), to: &accept)
        accept.withBytes { add("Sec-WebSocket-Accept", $0) }
        if let name {
            add("Sec-WebSocket-Protocol", name)
        }
        endUpgrade()
    }

    /// Responds to a faulty WebSocket handshake.
    package mutating func refuseWebSocket(_ fault: WebSocketHandshakeFault) {
        begin(fault.status)
        if fault.status == .upgradeRequired {
            // RFC 9110, 15.5.22 and 7.8: the response names the protocol, and Upgrade is a connection option.
            add(lines: "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n")
        }
        add("Content-Type", "text/plain; charset=utf-8")
        end((fault.sentence + "\n").utf8.span)
    }

    /// Moves on to the WebSocket connection; bytes behind the handshake stay in the input.
    package mutating func webSocket(
        removingRequestFrom input: inout ByteBuffer,
        limits: WebSocketLimits = WebSocketLimits(),
        at now: UInt64
    ) -> WebSocketConnection {
        WebSocketConnection(limits: limits, output: endHTTP(removingRequestFrom: &input), at: now)
    }

    /// Appends the `Sec-WebSocket-Accept` for a key.
    static func append(acceptFor key: Span<UInt8>, to buffer: inout ByteBuffer) {
        var text = ByteBuffer()
        text.append(key)
        text.append("258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
        let hash = text.withBytes { SHA1.hash($0) }
        Base64.append(hash.span, to: &buffer)
    }
}
