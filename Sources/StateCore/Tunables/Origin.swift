/// Where a value comes from.
package enum Origin: Hashable, Sendable {
    /// From nowhere: there is none.
    case none
    /// From the declaration.
    case `default`
    /// From the declaration, because a kill switch is on.
    case limited
    /// From a layer, by its name.
    case layer(String)
    /// From what was set for all.
    case local
    /// From the file of flags that the daemon was started with.
    case file
    /// From the daemon itself, which has some flags that nobody defined.
    case builtIn
    /// From what was set in a world.
    case world

    private static let layerPrefix = "layer:"

    /// The origin that clients read under this name.
    package init?(name: String) {
        switch name {
        case "none": self = .none
        case "default": self = .default
        case "limited": self = .limited
        case "local": self = .local
        case "file": self = .file
        case "builtIn": self = .builtIn
        case "world": self = .world
        default:
            guard name.hasPrefix(Origin.layerPrefix) else { return nil }
            self = .layer(String(name.dropFirst(Origin.layerPrefix.count)))
        }
    }

    /// As clients read it.
    package var name: String {
        switch self {
        case .none: "none"
        case .default: "default"
        case .limited: "limited"
        case .layer(let name): Origin.layerPrefix + name
        case .local: "local"
        case .file: "file"
        case .builtIn: "builtIn"
        case .world: "world"
        }
    }
}
