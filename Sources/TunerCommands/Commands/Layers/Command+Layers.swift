import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

extension Command {
    static let layers = Command(
        "layers",
        "List, print, put, activate, deactivate and remove layers: sets of values that are stored together.",
        details: """
            A key has the first of these values that exists: the value of an active layer that locks the key, the value that
            was set, and the value of the first active layer that has one for the key. The patterns in "locks" of a layer
            name the keys that it locks. put, revert, activate, deactivate and remove print the values that they change.
            """,
        actions: [
            .layersList, .layersGet, .layersPut, .layersKeep, .layersRevert, .layersActivate, .layersDeactivate,
            .layersRemove,
        ]
    )

    private static let layersList = Command(
        "layers list",
        API.Layers.list.summary,
        examples: ["tunerctl layers list"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Layers.list)
        return try output.print(response.json, else: LayerText.list(response.result.layers))
    }

    private static let layersGet = Command(
        "layers get",
        "Print the content and the state of a layer.",
        "NAME",
        examples: ["tunerctl layers get business"]
    ) { (invocation, output) throws(Failure) in
        let parameters = try LayerParameters(invocation)
        return try output.printDocument(try invocation.connect().call(API.Layers.get, parameters).json)
    }

    private static let layersPut = Command(
        "layers put",
        API.Layers.put.summary,
        Arguments("FILE | NAME [FILE] --flat", least: 0, most: 2),
        details: """
            FILE is a JSON object with the parameters of layers.put, or - for standard input:

              {
                "name": "team",
                "values": {"net.timeout": 20, "net.proxy": "proxy.example.org:80"},
                "locks": ["net.proxy"]
              }

            tunerctl help layers.put lists all parameters. With --flat, FILE has the keys and values of the layer NAME in one
            object. tunerctl reads it as tunersync reads the format flat: kill_switch is the kill switch, meta_config_version
            the version, and meta_ttl_seconds the ttl. If FILE is missing, it is standard input.
            """,
        settings: LayerFileOptions(),
        options: [
            .text("--name", "NAME", "use NAME instead of the name in FILE") { $0.name = $1 },
            Option("--flat", "read the keys and values of the layer NAME from FILE") { $0.isFlat = true },
            .path("--schema", "FILE", "check the layer's values by the JSON Schema in FILE") { $0.schema = $1 },
            .duration("--for", "after TIME, restore the last layer that was put without --for") { $0.duration = $1 },
            .dryRun(\.isDryRun),
        ],
        examples: [
            "tunerctl layers put business.json", "tunerctl layers put business.json --for 10m",
            "tunerctl layers put business --flat payload.json",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let parameters = try options.layer(of: invocation)
        let response = try invocation.connect().callInPieces(API.Layers.put, untyped: .object(parameters))
        try output.print(response)
        if !options.isDryRun { try reportWhetherActive(response.result.name, invocation) }
        return .done
    }

    private static let layersKeep = Command(
        "layers keep",
        API.Layers.keep.summary,
        "NAME",
        examples: ["tunerctl layers keep business"]
    ) { (invocation, output) throws(Failure) in
        let parameters = try LayerParameters(invocation)
        return try output.print(try invocation.connect().call(API.Layers.keep, parameters))
    }

    private static let layersRevert = Command(
        "layers revert",
        API.Layers.revert.summary,
        "NAME",
        examples: ["tunerctl layers revert business"]
    ) { (invocation, output) throws(Failure) in
        let parameters = try LayerParameters(invocation)
        return try output.print(try invocation.connect().call(API.Layers.revert, parameters))
    }

    private static let layersActivate = Command(
        "layers activate",
        API.Layers.activate.summary,
        "[NAME]...",
        details: "Makes the named layers the active ones, the first name first. Deactivates all other layers.",
        settings: false,
        options: [Option("--none", "leave no layer active") { $0 = true }],
        examples: ["tunerctl layers activate business personal"]
    ) { (invocation, isNone, output) throws(Failure) in
        var parameters = ActivateParameters()
        parameters.names = try invocation.arguments
        guard parameters.names.isEmpty == isNone else { throw .usage(invocation.error(.nothingToActivate)) }
        return try output.print(try invocation.connect().call(API.Layers.activate, parameters))
    }

    private static let layersDeactivate = Command(
        "layers deactivate",
        "Make one layer inactive; the other active layers stay active, in their order.",
        "NAME",
        examples: ["tunerctl layers deactivate business"]
    ) { (invocation, output) throws(Failure) in
        let (name, connection) = (try invocation.arguments[0], try invocation.connect())
        return try output.print(try connection.call(API.Layers.activate, try others(than: name, connection)))
    }

    private static let layersRemove = Command(
        "layers remove",
        API.Layers.remove.summary,
        "NAME",
        examples: ["tunerctl layers remove business"]
    ) { (invocation, output) throws(Failure) in
        let parameters = try LayerParameters(invocation)
        return try output.print(try invocation.connect().call(API.Layers.remove, parameters))
    }

    /// Returns the parameters that leave all active layers but one active; throws if there is no such layer.
    private static func others(
        than name: String,
        _ connection: DaemonConnection
    ) throws(Failure) -> ActivateParameters {
        var layer = LayerParameters()
        layer.name = name
        _ = try connection.call(API.Layers.get, layer)
        var parameters = ActivateParameters()
        parameters.names = try connection.call(API.Layers.list).result.layers.filter { $0.isActive && $0.name != name }
            .map(\.name)
        return parameters
    }

    /// If a layer is not active after `put`, prints the command that activates it.
    private static func reportWhetherActive(_ name: String, _ invocation: Invocation) throws(Failure) {
        let layers = try invocation.connect().call(API.Layers.list).result.layers
        guard layers.contains(where: { $0.name == name && !$0.isActive }) else { return }
        let names = [name] + layers.filter(\.isActive).map(\.name)
        let words = names.map(\.shownWhole).joined(separator: " ")
        invocation.global.note(
            "tunerctl: \(name.shownWhole) is not active; activate it with: tunerctl layers activate \(words)\n"
        )
    }
}

extension LayerParameters {
    /// Creates the parameters with the only argument of an action.
    fileprivate init(_ invocation: Invocation) throws(Failure) {
        self.init()
        name = try invocation.arguments[0]
    }
}
