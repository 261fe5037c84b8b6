import ConsoleCore
import JSONCore
import OptionCore
import SourceFiles
import SystemCore

private struct BakeOptions {
    var checks = false
    var values: String?
}

extension Command {
    static let bake = Command(
        "bake",
        "Write tuned values into the source, in place of the defaults.",
        "[PATH]...",
        details: """
            A PATH is a file or a directory. The default is the current directory. The command finds keys that have a plain
            literal as the default, such as:

              @Tunable("game.gravity", default: 12.0) var gravity: Double
              gravity = tuner.get("game.gravity", 12.0)
              tunerctl get --default 12.0 game.gravity

            If the value in the daemon differs, the command replaces the literal, in its style: 12.0 becomes 18.0, and 0x0C
            becomes 0x12. It also replaces values in tunables.json, tunables.yaml, *.tunables.json and *.tunables.yaml, where
            the path to a value is its key. The file .tuner/lsp.json of a project adds other calls and files; docs/sources.md
            describes it.

            The command does not write a default that is not a plain literal, a temporary value and a secret value, and prints
            a note for each on standard error. It never writes the default of a flag.

            With --check, the command writes nothing, prints each difference, and exits with 1 if there is one. With
            --values, the values come from FILE, and no daemon is needed. FILE is the output of tunerctl export, or a JSON
            object of keys and values.
            """,
        settings: BakeOptions(),
        options: [
            Option("--check", "print the differences, write nothing, and exit with 1 if there are any") {
                $0.checks = true
            },
            .path("--values", "FILE", "take the values from FILE; - is standard input") { $0.values = $1 },
        ],
        examples: ["tunerctl bake Sources", "tunerctl bake --check --values tuned.json"]
    ) { (invocation, options, output) throws(Failure) in
        let paths = invocation.words.isEmpty ? ["."] : invocation.words.map(\.path)
        let given = try options.values.map { (name) throws(Failure) in
            TunedValues(try InputFile(name, for: "bake"))
        }
        var files: [BakedFile] = []
        for path in paths {
            let known = Set(files.map(\.path))
            files += try sources(at: path, output).filter { !known.contains($0.path) }
        }
        let keys = Set(files.flatMap(\.keys))
        let values = if let given { given } else { try TunedValues(of: keys, from: invocation.connect()) }
        if let name = options.values, !values.isEmpty, !values.has(oneOf: keys) {
            output.note("tunerctl: no source has a key of \(name == "-" ? "standard input" : name.shownWhole)\n")
        }
        var report = BakeReport(checks: options.checks)
        for file in files {
            do throws(Failure) {
                report.add(try file.bake(values, writes: !options.checks), of: file.path)
            } catch {
                // The other files are written already.
                try report.print(output)
                throw error
            }
        }
        try report.print(output)
        return options.checks && report.count > 0 ? .refused : .done
    }

    /// Returns the files at a path that have keys with defaults.
    private static func sources(at path: String, _ output: Output) throws(Failure) -> [BakedFile] {
        let directory: ProjectDirectory
        do throws(ProjectDirectory.Fault) {
            directory = try ProjectDirectory(containing: path)
        } catch {
            switch error {
            case .unreadable(let error): throw .unreadable(error)
            case .invalid(let file, let fault):
                throw .usage(UsageError(.text("\(file.shownWhole) \(fault)"), command: "bake"))
            }
        }
        var files: [BakedFile] = []
        let isWhole = try SourceTree.forEachFile(in: path) { (path) throws(Failure) in
            if let file = try BakedFile(path, in: directory) { files.append(file) }
        }
        if !isWhole {
            output.note(
                "tunerctl: \(path.shownWhole) has more than \(SourceTree.countLimit) files; the others are not read\n"
            )
        }
        return files
    }
}
