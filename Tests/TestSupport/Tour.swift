/// The command lines of a page with their output.
package enum Tour {
    /// A command line of README.md, and the output that it shows below.
    package struct Step {
        package let command: String
        package let output: String
    }

    package static func steps(of text: String) -> [Step] {
        text.split(separator: "```console\n").dropFirst().flatMap { part in
            steps(ofBlock: part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex))
        }
    }

    /// Returns the command lines of one code block.
    package static func steps(ofBlock block: some StringProtocol) -> [Step] {
        block.split(separator: "$ ").map { step in
            let end = step.firstIndex(of: "\n") ?? step.endIndex
            let command = String(step[..<end]).replacing("swift run -c release ", with: "")
            return Step(command: command, output: String(step[end...].dropFirst()))
        }
    }

    /// Returns an output without the parts that differ in each run.
    package static func plain(_ output: String) -> String {
        output
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "TIME")
            .replacing(/[0-9]+\.[0-9]+ ms/, with: "N ms")
            .replacing(/with pid [0-9]+/, with: "with pid N")
            .replacing(/localhost:[0-9]+/, with: "localhost:PORT")
            .replacing(/token=[0-9a-f]+…?/, with: "token=TOKEN")
    }
}
