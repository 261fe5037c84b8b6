import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TunerAPI

/// The options of `tunerctl try`.
struct TryOptions {
    /// The seconds until the changes are reverted.
    var duration = 600.0
    var flags: [String] = []
    var layer: String?
    var areStrings = false
    var clamps = false
    var isDryRun = false
    var check: RawText?
    var pause: Double?
    var failures: Int64?
    var isKept = false

    static var all: [Option<TryOptions>] {
        [
            .duration("--for", "revert the changes after TIME, such as 30s or 10m") { $0.duration = $1 }.withDefault(
                "10m"
            ),
            .text("--flag", "KEY=VALUE", "override a flag, too; may be repeated") { $0.flags.append($1) },
            .path("--layer", "FILE", "put the layer in FILE, too, and activate it") { $0.layer = $1 },
            .path("--check", "COMMAND", "run COMMAND in a shell repeatedly; revert if it fails too often") {
                $0.check = RawText(path: $1)
            },
            .duration("--every", "run COMMAND every TIME", most: 86_400) { $0.pause = $1 }.withDefault("5s"),
            .whole("--failures", "N", from: 1, "revert after N failures in a row") { $0.failures = $1 }.withDefault(
                "3"
            ),
            Option("--keep", "keep the changes when the time is over and COMMAND has not failed") { $0.isKept = true },
            .string(\.areStrings), .clamp(\.clamps), .dryRun(\.isDryRun),
        ]
    }

    /// Throws if an option for checks is given without a check.
    func checkCombination(_ invocation: Invocation) throws(Failure) {
        if isDryRun, check != nil {
            throw .usage(invocation.error(.text("--dry-run changes nothing, so --check has nothing to check")))
        }
        guard check == nil else { return }
        for (name, isGiven) in [("--every", pause != nil), ("--failures", failures != nil), ("--keep", isKept)]
        where isGiven {
            throw .usage(invocation.error(.text("\(name) has no effect without --check")))
        }
    }
}
