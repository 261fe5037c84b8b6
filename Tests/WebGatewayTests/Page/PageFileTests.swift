import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the files of the page, which are a part of the program.
struct PageFileTests {
    private let bench: WebTestBench

    init() throws { bench = try WebTestBench(PageRoutes().all) }

    private func request(_ name: String, _ fields: [String] = []) throws -> String {
        let wire = try bench.connect()
        try wire.write(bench.text("GET /page/\(name)", fields))
        return try bench.drain(wire)
    }

    @Test func `the program contains the files of the page, at most 353 kB, and of the client, at most 53 kB`() throws {
        let names = try Kernel.names(in: ProjectFile.path("Sources/CPage/files"))
        #expect(Set(PageFile.all.keys) == Set(names))
        let library = try Kernel.names(in: ProjectFile.path("clients/javascript")).filter { $0.hasSuffix(".js") }
        #expect(library.contains("tuner.js") && Set(library).isSubset(of: names))
        func size(_ isCounted: (String) -> Bool) -> Int {
            PageFile.all.filter { isCounted($0.key) }.values.reduce(0) { $0 + $1.bytes.count }
        }
        #expect(size { !library.contains($0) } <= 353_000)
        #expect(size(library.contains) <= 53_000)
    }

    @Test func `a file has its type and a tag, and a browser that has it receives no body`() throws {
        let response = try request("main.js")
        #expect(response.status == 200)
        #expect(response.contains("Content-Type: text/javascript; charset=utf-8"))
        #expect(response.contains("Cache-Control: no-cache"))
        let tag = try #require(response.firstMatch(of: /ETag: ("[^"]+")/)?.1)
        let second = try request("main.js", ["If-None-Match: \(tag)"])
        #expect(second.status == 304)
        #expect(second.content.isEmpty)
        #expect(second.contains("ETag: \(tag)"))
        let other = try request("page.css", ["If-None-Match: \(tag)"])
        #expect(other.status == 200)
        #expect(other.contains("Content-Type: text/css; charset=utf-8"))
    }

    @Test(arguments: ["nothing.js", "..%2Fmain.js", "", "index.html/"])
    func `another name is not found`(name: String) throws {
        #expect(try request(name).status == 404)
    }
}
