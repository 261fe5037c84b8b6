import LoopCore
import RPCCore
import ServiceCore
import SystemCore
import TunerAPI
import TunerDaemon

// Locks a daemon's resources without a daemon: prints the result, and holds the resources until its standard input
// ends.

var options: [String: String] = [:]
var name: String?
for argument in CommandLine.arguments.dropFirst() {
    if let known = name {
        options[known] = argument
        name = nil
    } else {
        name = argument
    }
}

let output = Descriptor(owning: 1)
func report(_ line: String) throws {
    _ = try Kernel.write(output, Array("\(line)\n".utf8).span)
}

let environment = ServiceEnvironment.take()
do {
    let manager = try ServiceManager(environment)
    let request = ResourceRequest(
        socket: SocketPath(option: options["--socket"], user: Kernel.userID, environment: Kernel.environment),
        state: StatePath(option: options["--state"], environment: Kernel.environment),
        group: options["--group"]
    )
    var resources = try DaemonResources(request, environment)
    let server = RPCServer(methods: MethodTable(), loop: try EventLoop())
    var listeners = 0
    try resources.listen { (socket) throws(SystemError) in
        listeners += 1
        try server.listen(on: socket)
    }
    try manager.notify(.ready, status: "serving")
    try report("taken \(resources.path ?? "-") \(listeners)")
    let input = Descriptor(owning: 0)
    var memory: [1 of UInt8] = [0]
    var span = memory.mutableSpan
    while case .bytes = try Kernel.read(input, into: &span) {}
    try manager.notify(.stopping, status: "ending")
    resources.withdraw()
    try report("ended")
} catch {
    try report("refused \(error)")
}
