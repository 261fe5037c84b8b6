package import NetworkCore
package import ServiceCore
package import SystemCore

/// The listening sockets of the gateway: those of a service manager, or own ones.
package struct GatewaySockets: ~Copyable {
    /// How often another free port is tried that must be free at both addresses.
    private static let attempts = 16

    /// The ends of the sockets, in their order.
    package private(set) var endpoints: [Endpoint] = []
    /// The owned descriptors; `deinit` closes the remaining ones.
    private var listeners: [Int32] = []

    /// Takes the sockets that the environment names, which must be loopback TCP sockets; otherwise listens.
    ///
    /// The options must not name another address than that of such sockets. Without an address, this listens on `127.0.0.1` and `::1`: `localhost` can be either of them, and no other program
    /// may get the requests. Call this before the process opens any descriptor.
    package init(
        _ options: GatewayOptions,
        _ environment: ServiceEnvironment,
        processID: Int32 = Kernel.processID
    ) throws {
        let port = options.port
        let addresses = try GatewaySockets.addresses(options.address, port: port)
        for number in try environment.inherited(by: processID) {
            guard let descriptor = Descriptor(inherited: number) else { throw GatewayError.inheritedNothing(number) }
            try add(inherited: descriptor)
        }
        guard listeners.isEmpty else {
            let option = options.givenPort != nil ? "--port" : options.host != nil ? "--host" : nil
            if let option { throw GatewayError.inheritedDespite(option: option) }
            return
        }
        var attempts = port == 0 ? GatewaySockets.attempts : 1
        while attempts > 0 {
            attempts -= 1
            do throws(GatewayError) {
                try listen(on: addresses, port: port)
                attempts = 0
            } catch {
                guard case .portInUse = error, attempts > 0 else { throw error }
                closeAll()
            }
        }
    }

    deinit {
        for raw in listeners {
            _ = Descriptor(owning: raw)
        }
    }

    /// Returns the next listening descriptor, which the caller then owns; nil if none is left.
    package mutating func takeListener() -> Descriptor? {
        listeners.isEmpty ? nil : Descriptor(owning: listeners.removeFirst())
    }

    private static func addresses(_ host: String?, port: UInt16) throws(GatewayError) -> [IPAddress] {
        guard let host else { return [.loopbackV4, .loopbackV6] }
        guard let address = IPAddress(host) else { throw .noAddress(host) }
        guard address.isLoopback else { throw .notLoopback(host, port: port) }
        return [address]
    }

    private mutating func listen(on addresses: [IPAddress], port: UInt16) throws(GatewayError) {
        var port = port
        for address in addresses {
            let endpoint = Endpoint(address, port: port)
            do throws(SystemError) {
                let socket = try Network.listen(at: endpoint)
                let bound = try Network.localEndpoint(of: socket)
                port = bound.port
                endpoints.append(bound)
                listeners.append(socket.release())
            } catch {
                switch error.errno {
                case .addressInUse: throw .portInUse(endpoint, PortHolder(of: endpoint))
                // A machine without IPv6 has the other address only.
                case .addressNotAvailable where !listeners.isEmpty, .noSuchFamily where !listeners.isEmpty: continue
                default: throw .cannotListen(error)
                }
            }
        }
    }

    private mutating func closeAll() {
        while let listener = takeListener() {
            _ = consume listener
        }
        endpoints = []
    }

    private mutating func add(inherited descriptor: consuming Descriptor) throws(GatewayError) {
        guard Network.isListener(descriptor) else { throw .inheritedNoListener(descriptor.raw) }
        let endpoint: Endpoint
        do {
            try Kernel.setNonBlocking(descriptor)
            endpoint = try Network.localEndpoint(of: descriptor)
        } catch {
            throw .inheritedFailed(error)
        }
        guard endpoint.address.isLoopback else { throw .inheritedNotLoopback(descriptor.raw, endpoint) }
        endpoints.append(endpoint)
        listeners.append(descriptor.release())
    }
}
