extension String {
    /// The lines of a log in text without their times, each of which must be one.
    var untimedLines: [String] {
        split(separator: "\n").map { line in
            let time = line.prefix { $0 != " " }
            let isTime = time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
            guard isTime else { return "no time: \(line)" }
            // What a person may type next is looked at where the README's tour is.
            return String(line.dropFirst(time.count + 1)).replacing(/; try: tunerctl [^"]*ping/, with: "")
        }
    }
}
