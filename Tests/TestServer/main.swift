import JSONCore
import LoopCore
import RPCCore
import RPCTestSupport
import SystemCore

// Serves the methods that the tests call, on the socket of the first argument. It ends when a method or a signal stops
// it, and prints a line when it listens.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    endWithUsage()
}
let limits = ServerLimits(arguments.dropFirst(2))
Kernel.ignoreBrokenPipes()
_ = try Kernel.raiseDescriptorLimit()
let loop = try EventLoop(arguments.contains("--poll") ? .poll : Poller.Kind.available[0])
let service = TestService()
let server = RPCServer(methods: service.methods, limits: limits, loop: loop) { service.forget($0) }
service.server = server
try server.listen(on: try Kernel.listen(at: try UnixAddress(arguments[1]), mode: 0o600))
let termination = try Termination(on: loop) {
    server.end(within: .seconds(5)) { loop.stop() }
}
try Kernel.withStandardOutput { (output) throws(SystemError) in
    _ = try Kernel.write(output, Array("listening\n".utf8).span)
}
try loop.run()
withExtendedLifetime(termination) {}
