import FlagEngine
import JSONCore
import StateCore

extension FlagLine {
    /// The flag as it is written down; nothing where nothing is stored of it.
    init?(_ key: Span<UInt8>, _ flag: Flag) {
        guard flag.local != nil || flag.forced != nil else { return nil }
        self.init()
        self.flag = FlagKey(known: key).text
        definition = flag.local?.definition
        forced = flag.forced.map { ForcedLine($0) }
    }
}
