import ConsoleCore
import JSONCore
import LayerPayloads
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

/// The options of `layers put`, which reads a layer from a file.
struct LayerFileOptions {
    var name: String?
    var schema: String?
    var isDryRun = false
    var duration: Double?
    /// Whether the file is a flat payload, and the name of the layer an argument.
    var isFlat = false

    /// Returns the parameters in the file of a command line, with the options applied.
    func layer(of invocation: Invocation) throws(Failure) -> JSONObject {
        var layer = isFlat ? try flatLayer(of: invocation) : try layer(from: try LayerFileOptions.file(of: invocation))
        if let schema {
            layer["schema"] = .object(try InputFile(schema, for: "layers put").object)
        }
        if let duration { layer["for"] = .plain(duration) }
        if isDryRun { layer["dryRun"] = true }
        return layer
    }

    private static func file(of invocation: Invocation) throws(Failure) -> String {
        guard let file = invocation.words.first else { throw .usage(invocation.error(.missingArgument("FILE"))) }
        guard invocation.words.count == 1 else {
            throw .usage(invocation.error(.option(.unexpected(invocation.words[1].path))))
        }
        return file.path
    }

    /// Returns the layer in a file.
    func layer(from file: String) throws(Failure) -> JSONObject {
        let input = try InputFile(file, for: "layers put")
        try LayerFileOptions.checkMembers(of: input)
        var layer = input.object
        if let name { layer["name"] = .string(name) }
        guard layer["name"] != nil else { throw .usage(UsageError(.noLayerName(file), command: "layers put")) }
        return layer
    }

    /// Returns the layer in a flat payload, read as tunersync reads it.
    private func flatLayer(of invocation: Invocation) throws(Failure) -> JSONObject {
        guard let word = invocation.words.first else { throw .usage(invocation.error(.missingArgument("NAME"))) }
        let name = try invocation.text(word)
        guard self.name == nil else {
            throw .usage(invocation.error(.text("--name has no effect with --flat: NAME is the first argument")))
        }
        let file = invocation.words.count > 1 ? invocation.words[1].path : "-"
        guard file != "-" || invocation.session == nil else {
            throw .usage(UsageError(.notInShell("layers of standard input"), isInShell: true))
        }
        let input = try InputFile(file, for: "layers put")
        do throws(LayerPayload.Fault) {
            var layer = try LayerPayload(input.text.span, as: .flat).members
            layer["name"] = .string(name)
            return layer
        } catch {
            throw .refused(
                RemoteError(
                    code: Int64(ErrorKind.invalidParams.code),
                    message: "\(input.shownName): \(error)",
                    data: ["kind": .string(ErrorKind.invalidParams.rawValue)]
                )
            )
        }
    }

    /// Throws if a member of a file is no parameter of `layers.put`, such as the key of a value.
    private static func checkMembers(of file: InputFile) throws(Failure) {
        let names = API.Layers.put.parameters.members.map { "\($0.name)" }
        guard let member = file.object.members.first(where: { !names.contains($0.name) }) else { return }
        let line = file.line(of: [.name(member.name)])
        let nearest = NearestName.nearest(to: member.name, among: names)
        let example = JSONText.compact(.string(member.name.shown))
        let advice =
            nearest == nil
            ? "; values belong under \"values\": {\"values\": {\(example): ...}}"
            : ""
        throw .refused(
            RemoteError(
                code: Int64(ErrorKind.invalidParams.code),
                message: "\(file.shownName): line \(line): \(member.name.shown) is not a member of a layer"
                    + NearestName.question(nearest?.shown) + advice,
                data: ["kind": .string(ErrorKind.invalidParams.rawValue), "line": .integer(Int64(line))]
            )
        )
    }
}
