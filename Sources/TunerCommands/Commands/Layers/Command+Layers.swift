import JSONCore
import TunerAPI

extension Command {
    /// What can be done with layers.
    private enum LayersAction: String, CaseIterable {
        case list
        case get
        case put
        case activate
        case remove
    }

    /// Named sets of values that arrive whole.
    static let layers = Command(
        "layers",
        "Lists, shows, takes, orders and removes layers: sets of values that arrive whole.",
        Arguments(
            usage: "[list | get NAME | put FILE | activate NAME... | remove NAME]",
            first: "",
            least: 0,
            most: .max
        ),
        details: """
            list      \(API.Layers.list.summary)
            get       \(API.Layers.get.summary)
            put       \(API.Layers.put.summary)
            activate  \(API.Layers.activate.summary)
            remove    \(API.Layers.remove.summary)

            FILE is a JSON object with the parameters of layers.put; - is standard input:

              {"name": "team", "values": {"net.timeout": 20, "net.proxy": "proxy.example.org:80"}, "locks": ["net.proxy"]}

            "locks" are patterns of keys for which nobody else has a value that counts. tunerctl help layers.put tells what else there
            may be. The first active layer with a value for a key gives it, behind what was set. activate names all of them, in their
            order. What put, activate and remove change is printed.
            """,
        options: [.name, .schema, .dryRun, .none],
        examples: ["tunerctl layers put business.json", "tunerctl layers activate business personal"]
    ) { (invocation, output) throws(Failure) in
        let (name, action) = try Action.read(invocation, "layers", else: LayersAction.list)
        switch name {
        case .list:
            try action.takesNone()
            let answer = try invocation.connect().call(API.Layers.list)
            try output.print(answer.json, else: LayerText.list(answer.result.layers))
        case .get:
            var parameters = LayerParameters()
            parameters.name = try action.word("NAME")
            try output.printDocument(try invocation.connect().call(API.Layers.get, parameters).json)
        case .put:
            let parameters = try layer(from: try action.path("FILE"), invocation.options)
            let answer = try invocation.connect().callInPieces(API.Layers.put, untyped: .object(parameters))
            try output.print(answer)
            try tellWhetherActive(answer.result.name, invocation)
        case .activate:
            var parameters = ActivateParameters()
            parameters.names = try action.words(0 ... .max)
            guard parameters.names.isEmpty == invocation.options.isNone else {
                throw .usage(UsageError(.nothingToActivate, command: "layers"))
            }
            try output.print(try invocation.connect().call(API.Layers.activate, parameters))
        case .remove:
            var parameters = LayerParameters()
            parameters.name = try action.word("NAME")
            try output.print(try invocation.connect().call(API.Layers.remove, parameters))
        }
        return .done
    }

    /// Who has put a layer that does not count hears how it would.
    private static func tellWhetherActive(_ name: String, _ invocation: Invocation) throws(Failure) {
        guard !invocation.options.isDryRun else { return }
        let layers = try invocation.connect().call(API.Layers.list).result.layers
        guard layers.contains(where: { $0.name == name && !$0.isActive }) else { return }
        let names = [name] + layers.filter(\.isActive).map(\.name)
        let words = names.map(\.shownWhole).joined(separator: " ")
        Output.complain(
            "tunerctl: \(name.shownWhole) is not active; it counts after: tunerctl layers activate \(words)\n"
        )
    }

    /// The parameters that a file holds, with what the options say.
    private static func layer(from file: String, _ options: Options) throws(Failure) -> JSONObject {
        var layer = try InputFile(file, for: "layers").object
        if let name = options.name { layer["name"] = .string(name) }
        if let schema = options.schema {
            layer["schema"] = .object(try InputFile(schema, for: "layers").object)
        }
        guard layer["name"] != nil else { throw .usage(UsageError(.noLayerName(file), command: "layers")) }
        if options.isDryRun { layer["dryRun"] = true }
        return layer
    }
}
