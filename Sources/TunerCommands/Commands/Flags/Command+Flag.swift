import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let flag = Command(
        "flag",
        "Evaluate, list, override, create, define, remove, watch and test feature flags.",
        details: "On a terminal, each change is printed.",
        actions: [
            .flagList, .flagGet, .flagOn, .flagOff, .flagToggle, .flagSet, .flagReset, .flagCreate, .flagDefine,
            .flagRemove, .flagWatch, .flagTest,
        ]
    )
}

extension CommandCompletion {
    /// The completion of commands whose keys are those of flags.
    static let flags = CommandCompletion(words: ["KEY": .flags, "PATTERN": .flags, "VALUE": .none])
}
