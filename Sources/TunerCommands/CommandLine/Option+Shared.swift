import OptionCore
import SystemCore
import TunerAPI

// Options that several commands have. Each sets one field of the command's settings.
extension Option {
    typealias Field<Value> = any WritableKeyPath<Settings, Value> & Sendable

    static func match(_ field: Field<PatternList?>) -> Option {
        .text("--match", "PATTERN", "only keys that match PATTERN; may be repeated") { $0[keyPath: field].add([$1]) }
    }

    static func limit(_ apply: @escaping @Sendable (inout Settings, Int64) -> Void) -> Option {
        .whole("--limit", "N", from: 1, "print at most N", apply).short("-n")
    }

    static func string(_ field: Field<Bool>) -> Option {
        Option("--string", "read VALUE as a string") { $0[keyPath: field] = true }
    }

    static func fallback(_ field: Field<String?>) -> Option {
        Option("--default", "VALUE", "a value", "use VALUE if there is no value") {
            $0[keyPath: field] = $1
            return true
        }
    }

    static func clamp(_ field: Field<Bool>) -> Option {
        Option("--clamp", "use the nearest legal value instead of an illegal one") { $0[keyPath: field] = true }
    }

    static func dryRun(_ field: Field<Bool>) -> Option {
        Option("--dry-run", "print what would change, and change nothing") { $0[keyPath: field] = true }
    }

    static func ifRevision(_ field: Field<Int64?>) -> Option {
        .whole("--if-revision", "N", from: 0, "fail if it has changed after revision N, or with 0 if it exists") {
            $0[keyPath: field] = $1
        }
    }

    static func duration(_ field: Field<Double?>) -> Option {
        .duration("--for", "after TIME, restore the last value that was set without --for") { $0[keyPath: field] = $1 }
    }

    static func context(_ field: Field<[String]>) -> Option {
        .parsed(
            "--context",
            "NAME=VALUE|JSON",
            "NAME=VALUE or a JSON object",
            "add to the context for rules; may be repeated",
            { ContextText.isContext($0) ? $0 : nil },
            { $0[keyPath: field].append($1) }
        )
    }

    static func program(_ field: Field<RawText?>) -> Option {
        .path("--exec", "COMMAND", "run COMMAND in a shell for each change") { $0[keyPath: field] = RawText(path: $1) }
    }

    static func format(_ field: Field<LineTemplate?>) -> Option {
        .parsed(
            "--format",
            "TEXT",
            LineTemplate.expectation,
            "print TEXT for each change, with placeholders",
            LineTemplate.init
        ) {
            $0[keyPath: field] = $1
        }
    }

    static func initial(_ field: Field<Bool>) -> Option {
        Option("--initial", "print the present values first") { $0[keyPath: field] = true }
    }
}

extension PatternList? {
    /// Appends patterns; an empty argument leaves nil, because an empty list matches no key.
    mutating func add(_ patterns: [String]) {
        if !patterns.isEmpty { self = PatternList((self?.texts ?? []) + patterns) }
    }
}
