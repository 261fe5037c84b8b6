/// The source of an effective value or definition.
package enum Origin: Hashable, Sendable {
    /// There is no value.
    case none
    /// The default in the declaration.
    case `default`
    /// The default in the declaration, selected by the kill switch.
    case limited
    /// The layer with this name.
    case layer(String)
    /// The value or definition that a user set outside every world.
    case local
    /// The flags file that the daemon was started with.
    case file
    /// The daemon, which defines some flags itself.
    case builtIn
    /// The program that declared the flag.
    case declared
    /// The value that a member set in a world.
    case world

    private static let layerPrefix = "layer:"

    /// Creates the origin from its name in the protocol.
    package init?(name: String) {
        switch name {
        case "none": self = .none
        case "default": self = .default
        case "limited": self = .limited
        case "local": self = .local
        case "file": self = .file
        case "builtIn": self = .builtIn
        case "declared": self = .declared
        case "world": self = .world
        default:
            guard name.hasPrefix(Origin.layerPrefix) else { return nil }
            self = .layer(String(name.dropFirst(Origin.layerPrefix.count)))
        }
    }

    /// The name in the protocol.
    package var name: String {
        switch self {
        case .none: "none"
        case .default: "default"
        case .limited: "limited"
        case .layer(let name): Origin.layerPrefix + name
        case .local: "local"
        case .file: "file"
        case .builtIn: "builtIn"
        case .declared: "declared"
        case .world: "world"
        }
    }
}
