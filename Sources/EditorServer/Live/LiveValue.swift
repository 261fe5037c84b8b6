import ConsoleCore
import JSONCore
import SourceEngine
import TunableEngine
import TunerAPI

/// The live value of a use of a key, of a tunable or of a flag.
struct LiveValue {
    let value: JSON
    let isSecret: Bool
    /// Whether an edit can make the value the default in the source: it is tuned, and neither secret, nor temporary, nor a
    /// flag's.
    let canBake: Bool
    /// The origin of the value, and who set it, as a sentence for people.
    let origin: String

    /// Returns nil if the daemon does not know the key, or if the key has no value.
    init?(of use: KeyUse, in live: LiveState) {
        if use.subject != .flag, let tunable = live.tunables[use.key], let value = tunable.value {
            self.init(tunable, value)
        } else if use.subject != .tunable, let flag = live.flags[use.key], let value = flag.value {
            self.init(flag, value)
        } else {
            return nil
        }
    }

    /// The value, or a placeholder of a secret one.
    var shownValue: JSON { isSecret ? .secretMark : value }

    private init(_ tunable: LiveTunable, _ value: JSON) {
        (self.value, isSecret) = (value, tunable.isSecret)
        let isTuned = tunable.origin.map(OriginWord.isTuned) ?? true
        canBake = isTuned && !tunable.isSecret && tunable.end == nil
        let actor = tunable.author.map { ", set by \($0.shownWhole)" } ?? ""
        let end = tunable.end.map { ", temporary until \($0.shown)" } ?? ""
        origin = "\((tunable.origin ?? "live").shownWhole)\(actor)\(end)"
    }

    private init(_ flag: LiveFlag, _ value: JSON) {
        (self.value, isSecret, canBake) = (value, false, false)
        origin = "flag, \(flag.reason.shownWhole)" + (flag.variant.map { ", variant \($0.shownWhole)" } ?? "")
    }
}
