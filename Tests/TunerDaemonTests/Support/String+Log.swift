extension String {
    /// The lines of a text log without their times and without the built-in flags; a line without a time is marked.
    var untimedLines: [String] {
        let lines = split(separator: "\n").filter { !$0.contains(#/(info |"message":")flag [a-zA-Z.]+: default /#) }
        return lines.map { line in
            let time = line.prefix { $0 != " " }
            let isTime = time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
            guard isTime else { return "no time: \(line)" }
            // Remove the hint for the next command, which another test checks.
            return String(line.dropFirst(time.count + 1)).replacing(/; try: tunerctl [^"]*ping/, with: "")
        }
    }
}
