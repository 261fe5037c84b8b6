/// A form that a text must have: `@Tunable("ui.accent", default: "#40E0D0", format: .color) var accent: String`.
public enum TextFormat: String, Sendable, CaseIterable {
    /// `#RRGGBB` or `#RRGGBBAA`: `"#40E0D0"`.
    case color
    /// A duration as ISO 8601 spells it: `"PT1.5S"`.
    case duration
}
