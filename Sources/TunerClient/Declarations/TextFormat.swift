/// A format of strings: `@Tunable("ui.accent", default: "#40E0D0", format: .color) var accent: String`.
public enum TextFormat: String, Sendable, CaseIterable {
    /// A color as `#RRGGBB` or `#RRGGBBAA`, such as `"#40E0D0"`.
    case color
    /// A duration in ISO 8601, such as `"PT1.5S"`.
    case duration
}
