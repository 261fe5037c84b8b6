import TunerClient

/// How the picture looks: all that can be changed while it moves.
struct Look {
    @Tunable("playground.spacing", default: 4, in: 0...8, step: 1, unit: "columns")
    var spacing: Int

    @Tunable("playground.cornerRadius", default: 5, in: 0...6, step: 0.5, unit: "pixels")
    var cornerRadius: Double

    @Tunable("playground.duration", default: 2, in: 0.2...10, unit: "s", description: "How long a wave takes")
    var duration: Double

    @Tunable("playground.color", default: "#40E0D0", format: .color)
    var color: String

    @Tunable("playground.filled", default: true, description: "Or only the edge")
    var isFilled: Bool
}
