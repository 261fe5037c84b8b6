extension Guide {
    /// Returns the fragments by which links name the headings of a page.
    package static func anchors(of page: String) -> Set<String> {
        Set(
            page.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                let title = line.drop { $0 == "#" }.dropFirst().lowercased()
                return String(
                    title.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil }
                )
            }
        )
    }
}
