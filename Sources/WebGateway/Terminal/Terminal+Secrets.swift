import ConsoleCore
import TunerAPI

/// Texts without the values of secret keys: whoever may use the page may not see them.
extension Terminal {
    static func line(ofSetting result: SetResult) -> String { ChangeText.line(result.hidingSecret) }

    static func lines(_ changes: [ChangeRecord], hasMore: Bool) -> String {
        ChangeText.lines(changes.map(\.hidingSecret), hasMore: hasMore)
    }
}
