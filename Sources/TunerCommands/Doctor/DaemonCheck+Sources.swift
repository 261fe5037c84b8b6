import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension DaemonCheck {
    /// The findings about the sources of layers; none if no connected program fetches layers.
    var sourceFindings: [Finding] {
        let faulty = sources.compactMap { listed in
            SyncSourceText.sentence(about: listed.source).map { sentence in
                let command = "tunersync now \(listed.source.layer.shellWord.shownWhole)"
                return Finding(.fault, "source", sentence, remedy: "correct the origin, then: \(command)")
            }
        }
        guard faulty.isEmpty, !sources.isEmpty else { return faulty }
        return [Finding(.ok, "sources", CountText.of(sources.count, "source"))]
    }
}
