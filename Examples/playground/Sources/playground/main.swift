import TunerClient

let look = Look()
let frames = CommandLine.arguments.dropFirst().first.flatMap(Int.init)
let clock = ContinuousClock()
if frames == nil { Screen.begin() }
var (phase, shown, next) = (0.0, 0, clock.now)
while shown < frames ?? .max {
    // All values in a frame are of one revision.
    let picture = Tuner.shared.snapshot { look.picture(phase) }
    Screen.show((frames == nil ? "\u{1B}[H" : "") + picture)
    shown += 1
    phase += 1 / 60 / look.duration
    next += .seconds(1) / 60
    try await clock.sleep(until: next)
}
