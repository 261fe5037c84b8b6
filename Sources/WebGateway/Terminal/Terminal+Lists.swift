import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension Terminal {
    func list(_ filter: String?, after key: String?) {
        var parameters = ListParameters()
        parameters.limit = Terminal.entries
        parameters.after = key
        if let filter, filter.contains("*") {
            parameters.match = PatternList([filter])
        } else {
            parameters.search = filter
        }
        calls.call(API.Tunables.list, parameters, on: .bulk, in: world) { [self] result in
            guard case .success(let page) = result, !page.tunables.isEmpty else {
                let nothing =
                    filter.map { "no key matches \($0.shown)\n" }
                    ?? "there are no tunables; create one with: set KEY VALUE\n"
                return end(result) { _ in key == nil ? nothing : "" }
            }
            let text = page.tunables.map(Terminal.line).joined()
            let last = page.more == true ? page.tunables.last?.key : nil
            proceed(text, after: last) { [self] in list(filter, after: $0) }
        }
    }

    func listFlags(after key: String?) {
        var parameters = ListFlagsParameters()
        parameters.limit = Terminal.entries
        parameters.after = key
        calls.call(API.Flags.list, parameters, on: .bulk, in: world) { [self] result in
            guard case .success(let page) = result else { return end(result) { _ in "" } }
            let text = FlagText.lines(page.flags)
            proceed(text, after: page.more == true ? page.flags.last?.key : nil) { [self] in listFlags(after: $0) }
        }
    }

    /// Sends a page, and continues with the next one when the client has received enough.
    private func proceed(_ text: String, after key: String?, _ next: @escaping (String) -> Void) {
        guard let key, let webSocket else { return end(text) }
        send(text)
        if webSocket.hasRoom {
            next(key)
        } else {
            continuation = { next(key) }
        }
    }
}
