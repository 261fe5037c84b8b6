import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunerAPI

extension Command {
    static let attempt = Command(
        "try",
        "Change values, flags and a layer for a time; the daemon reverts the changes unless you confirm them.",
        Arguments("[KEY=VALUE]...", least: 0),
        details: """
            Every program receives the changes. The daemon stores the changes and the time of the revert in one commit.
            So it reverts them even if tunerctl, the daemon or the machine has been killed. Before that time, keep the
            changes with tunerctl confirm, or revert them with tunerctl cancel. If somebody writes one of the keys, the
            new value stays. A key, a flag or a layer can have one pending try.

            Without --check, the command prints the number of the try, and exits.

            With --check, tunerctl keeps running, and runs COMMAND in a shell every 5 seconds, counted from the end of
            the last run. When COMMAND has failed three times in a row, tunerctl reverts the changes, and stores the last
            lines of its output in the history, as the reason. When the time is over, the changes are reverted. With
            --keep, COMMAND runs once more at that time: if it passes, the changes are kept. It has a minute for that;
            after this minute, the daemon reverts the changes.

            The exit code is 0 if the changes are kept, or without --keep if the last run of COMMAND has passed when the
            time was over. It is 1 in all other cases. Ctrl-C reverts the changes.

            A VALUE is read as by tunerctl set. For --flag, VALUE is the name of a variant, or else the value itself. The
            FILE of --layer has the format of tunerctl layers put.
            """,
        settings: TryOptions(),
        options: TryOptions.all,
        examples: [
            "tunerctl try game.wind=9 --for 5m",
            "tunerctl try net.pool=64 --flag fastPath=on --check ./healthy --every 2s --for 10m --keep",
        ]
    ) { (invocation, options, output) throws(Failure) in
        try options.checkCombination(invocation)
        var changes = try TriedChanges(invocation, options)
        if let check = options.check {
            if invocation.session != nil { throw .usage(UsageError(.notInShell("try --check"), isInShell: true)) }
            let connection = try invocation.connect()
            guard !connection.isInWorld else { throw .onlyShared }
            let ending = try CheckedTry(check, options, keys: changes.keys, invocation).run(changes, output)
            try output.print(ending.json, else: "\(ending.sentence.shownWhole)\n")
            return ending.exitCode
        }
        let connection = try invocation.connect()
        let json = try changes.send(for: options.duration, on: connection)
        let result: TryResult = try connection.read(json)
        try output.print(Response(json: json, result: result))
        changes.note(aboutHiddenLayerIn: result, output)
        if !options.isDryRun {
            let time = Duration.seconds(options.duration).words
            output.note("tunerctl: try \(result.id) ends in \(time); to keep it: tunerctl confirm \(result.id)\n")
        }
        return .done
    }

    static let confirm = Command(
        "confirm",
        "Keep the changes of a pending try.",
        "[TRY]",
        details: """
            TRY is the number that tunerctl try has printed. Without TRY, keep the only pending try, whoever began it.
            """,
        examples: ["tunerctl confirm 12"]
    ) { (invocation, output) throws(Failure) in
        var parameters = ConfirmParameters()
        parameters.id = try onlyTry(invocation)
        let response = try invocation.connect().call(API.Tunables.confirm, parameters)
        let replaced = (response.result.replaced ?? []).map { "\(TryText.line($0))\n" }.joined()
        return try output.print(response.json, else: "the try \(parameters.id) is kept\n\(replaced)")
    }

    static let cancel = Command(
        "cancel",
        "Revert the changes of a pending try now.",
        "[TRY]",
        details: """
            TRY is the number that tunerctl try has printed. Without TRY, revert the only pending try, whoever began it.
            """,
        settings: CancelParameters(),
        options: [.text("--reason", "TEXT", "store TEXT as the reason in the history") { $0.reason = $1 }],
        examples: ["tunerctl cancel 12 --reason 'p99 rose to 40 ms'"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.id = try onlyTry(invocation)
        let response = try invocation.connect().call(API.Tunables.cancel, parameters)
        let replaced = (response.result.replaced ?? []).map { "\(TryText.line($0))\n" }.joined()
        try output.print(response)
        return output.isJSON ? .done : try output.print(replaced)
    }

    static let tries = Command(
        "tries",
        API.Tunables.tries.summary,
        shell: .repeatable,
        examples: ["tunerctl tries"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Tunables.tries)
        let tries = response.result.tries
        if tries.isEmpty, !output.isJSON { output.note("tunerctl: no try is pending\n") }
        return try output.print(response.json, else: TryText.list(tries))
    }

    /// Returns the try of a command line, or the only pending one.
    private static func onlyTry(_ invocation: Invocation) throws(Failure) -> Int64 {
        if let word = try invocation.arguments.first {
            guard let id = Int64(word), id > 0 else {
                let fault = OptionFault.value(word, option: "TRY", expectation: "the number of a try")
                throw .usage(invocation.error(.option(fault)))
            }
            return id
        }
        let tries = try invocation.connect().call(API.Tunables.tries).result.tries
        if let only = tries.first, tries.count == 1 { return only.id }
        guard !tries.isEmpty else {
            let kind = ErrorKind.conflict
            let data: JSON = ["kind": .string(kind.rawValue)]
            throw .refused(RemoteError(code: Int64(kind.code), message: "no try is pending", data: data))
        }
        let numbers = tries.map { "\($0.id)" }.joined(separator: ", ")
        throw .usage(invocation.error(.text("name one of the pending tries: \(numbers)")))
    }
}

extension TryResult: ResultWithChanges {}
extension TryEndResult: ResultWithChanges {}
