package import RPCCore
package import SystemCore

/// What the daemon was asked for on its command line.
package struct DaemonOptions: Equatable, Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        case run
        case help
        case version
    }

    /// What is to be done.
    package var action = Action.run
    /// Where to listen, where it was said.
    package var socket: String?
    /// Where the state is kept, where it was said.
    package var state: String?
    /// The group that may connect, besides the owner.
    package var socketGroup: String?
    /// Whether that group may also change things.
    package var groupWrites = false
    /// What is logged.
    package var logLevel = LogLevel.info
    /// How it is logged.
    package var logFormat = LogFormat.text
    /// How the loop waits.
    package var poller = Poller.Kind.available[0]
    /// How much clients may demand.
    package var limits = ServerLimits()

    /// What is done where nothing is asked for.
    package init() {}

    /// Reads a command line, the program's name left out.
    package init(_ arguments: some Sequence<String>) throws(OptionFault) {
        self.init()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            guard argument.hasPrefix("-") else { throw OptionFault.unexpected(argument) }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = DaemonOption.all.first(where: { $0.name == name }) else {
                throw OptionFault.unknown(name)
            }
            let given = parts.count == 2 ? String(parts[1]) : nil
            switch option.effect {
            case .flag(let apply):
                guard given == nil else { throw OptionFault.noValue(name) }
                apply(&self)
            case .value(let placeholder, let expectation, let apply):
                guard let value = given ?? rest.next() else { throw OptionFault.missing(name, placeholder) }
                guard apply(&self, value) else { throw OptionFault.value(name, value, expectation) }
            }
        }
        if groupWrites, socketGroup == nil {
            throw OptionFault.needs("--group-writes", "--socket-group")
        }
    }
}
