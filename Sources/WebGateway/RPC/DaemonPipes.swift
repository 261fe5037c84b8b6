import ClientCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TunerAPI

/// What all pipes to the daemon share: the address, the memory, and one action at the end of each turn.
final class DaemonPipes {
    let loop: EventLoop
    let memory = SharedBuffers()
    private let address: DaemonAddress
    private let startCommand: String
    private let limit: Int
    private var count = 0
    private var dirty: [DaemonPipe] = []
    /// The action at the end of each turn; nil while there is no pipe.
    private var flush: EventLoop.FlushID?

    init(
        to address: DaemonAddress,
        startCommand: String,
        limit: Int = WebLimits().pipes,
        on loop: EventLoop
    ) {
        self.address = address
        self.limit = limit
        self.startCommand = startCommand
        self.loop = loop
    }

    /// Connects to the daemon, for a world or for none; `owner` is retained until the end of the pipe.
    func open(in world: String?, for owner: any DaemonPipeOwner) throws(DaemonFault) -> DaemonPipe {
        guard count < limit else {
            throw .overloaded(
                "tunerweb has \(limit) connections to the daemon for /rpc and long results, which is the limit; try again later"
            )
        }
        let stream: SocketStream
        do {
            stream = SocketStream(try address.connect())
        } catch {
            throw fault(error)
        }
        do {
            let pipe = try DaemonPipe(stream, greeting: DaemonPipes.greeting(world), of: owner, in: self)
            count += 1
            if flush == nil {
                // The server's action precedes this one, so the messages that it passes on are sent in the same turn.
                flush = loop.flushAfterTurn { [self] in flushDirty() }
            }
            return pipe
        } catch {
            throw fault(.client(.unreachable(error)))
        }
    }

    func fault(_ fault: LinkFault) -> DaemonFault {
        DaemonFault(fault, at: address, startCommand: startCommand)
    }

    /// The fault of a request whose response has not arrived before the end of its pipe.
    var interrupted: DaemonFault { DaemonFault(.lost, at: address, startCommand: startCommand) }

    /// The fault of a request whose response takes too long.
    var late: DaemonFault {
        .interrupted(
            "the daemon at \(address.path.shownWhole) does not respond; a change may have been made; "
                + "to find out why, type: tunerctl doctor"
        )
    }

    func performAtEndOfTurn(_ pipe: DaemonPipe) {
        guard !pipe.awaitsEndOfTurn else { return }
        pipe.awaitsEndOfTurn = true
        dirty.append(pipe)
    }

    /// Notes that a pipe has closed.
    func forget(_ pipe: DaemonPipe) {
        count -= 1
        if count == 0, let flush {
            loop.cancel(flush)
            self.flush = nil
            // All dirty pipes have closed.
            dirty = []
        }
    }

    private func flushDirty() {
        let pipes = dirty
        dirty.removeAll(keepingCapacity: true)
        for pipe in pipes {
            pipe.endTurn()
        }
    }

    private static func greeting(_ world: String?) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginMessage(API.Session.hello.name.description, id: 0)
        var parameters = HelloParameters()
        parameters.world = world
        // A text can always be written.
        try? parameters.write(to: &writer)
        writer.endObject()
        return writer.takeBytes()
    }
}

@available(*, unavailable)
extension DaemonPipes: Sendable {}
