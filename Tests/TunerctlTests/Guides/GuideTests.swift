import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that the pages which a reader follows step by step are true.
@Suite(.blocking) struct GuideTests {
    private static let tasks = [
        "bake", "browser", "file", "find-the-best-values", "flag-for-some-users", "revert-by-itself", "secrets",
        "shell-watch", "team", "test-with-own-values",
    ]

    @Test(arguments: tasks)
    func `the commands of a how-to page print what the page shows`(name: String) throws {
        try GuidePlayer().play("docs/how-to/\(name).md")
    }

    @Test func `the list of how-to pages has each page once, with its title`() throws {
        let list = try ProjectFile.text("docs/how-to/README.md")
        let links = list.matches(of: /\[([^\]]+)\]\(([a-z-]+)\.md\)/)
        #expect(links.map { String($0.2) }.sorted() == GuideTests.tasks)
        let files = try Kernel.names(in: ProjectFile.path("docs/how-to")).filter { $0 != "README.md" }
        #expect(files.sorted() == GuideTests.tasks.map { "\($0).md" })
        for link in links {
            let page = try ProjectFile.text("docs/how-to/\(link.2).md")
            #expect(page.hasPrefix("# \(link.1)\n"))
            #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(link.2)")
        }
    }

    @Test func `the commands for users of earlier systems print what the page shows`() throws {
        try GuidePlayer().play("docs/from-your-documents.md")
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/python3") || Demands.areStrict, "missing here: python3"))
    func `the commands of the tutorial print what the page shows`() throws {
        try GuidePlayer().play("docs/tutorial.md")
    }

    @Test(arguments: tasks.map { "how-to/\($0)" } + ["how-to/README", "from-your-documents", "comparison", "tutorial"])
    func `each link of a guide has a target`(name: String) throws {
        let page = "docs/\(name).md"
        let directory = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in try ProjectFile.text(page).matches(of: /\]\((?!http)([^)#]*)(?:#([^)]+))?\)/) {
            let path = link.1.isEmpty ? page : "\(directory)/\(link.1)"
            if let anchor = link.2 {
                #expect(Guide.anchors(of: try ProjectFile.text(path)).contains(String(anchor)), "\(page): \(link.0)")
            } else {
                #expect((try? Kernel.status(of: ProjectFile.path(path))) != nil, "\(page): \(link.0)")
            }
        }
    }
}
