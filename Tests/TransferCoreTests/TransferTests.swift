import JSONCore
import SystemCore
import TestSupport
import Testing
import TransferCore

struct TransferTests {
    /// Sends a request to a server that responds with a text, and returns the result and the request.
    private static func exchange(
        _ response: String,
        _ change: (inout TransferRequest) -> Void = { _ in }
    ) throws -> (result: Result<TransferResponse, TransferFault>, request: String) {
        let bench = try TransferBench()
        var request = TransferRequest(bench.url)
        change(&request)
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(request) { result = $0 }
        let peer = try bench.accept()
        let text = try bench.request(on: peer)
        try peer.write(response)
        try bench.run { result != nil }
        #expect(bench.transfers.count == 0)
        return (try #require(result), text)
    }

    @Test func `a response has its status, its fields and its body`() throws {
        let (result, request) = try TransferTests.exchange(
            "HTTP/1.1 200 OK\r\nETag:  \"1\" \r\nContent-Length: 2\r\n\r\nhi"
        ) { $0.fields = [("X-A", "b")] }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.field("etag") == "\"1\"")
        #expect(response.body == Array("hi".utf8))
        #expect(response.redirect == nil)
        #expect(request.hasPrefix("GET /path?query HTTP/1.1\r\n"))
        #expect(request.contains("\r\nX-A: b\r\n"))
        #expect(request.contains("\r\nUser-Agent: test/1\r\n"))
        #expect(request.contains("\r\nAccept-Encoding: gzip\r\n"))
    }

    @Test func `a body is posted`() throws {
        let (result, request) = try TransferTests.exchange("HTTP/1.1 204 No Content\r\n\r\n") {
            $0.body = Array("\0{}".utf8)
            $0.acceptsCompression = false
        }
        #expect(try result.get().status == 204)
        #expect(request.hasPrefix("POST "))
        #expect(request.contains("Content-Length: 3\r\n"))
        #expect(!request.contains("Accept-Encoding"))
    }

    @Test func `a redirect is returned with its absolute URL`() throws {
        let (result, _) = try TransferTests.exchange(
            "HTTP/1.1 302 Found\r\nLocation: ../x\r\nContent-Length: 0\r\n\r\n"
        )
        let response = try result.get()
        #expect(response.status == 302)
        #expect(response.redirect?.hasSuffix("/x") == true)
        #expect(response.redirect?.hasPrefix("http://127.0.0.1:") == true)
    }

    @Test func `a body that is too long ends the transfer`() throws {
        let (result, _) = try TransferTests.exchange("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc") {
            $0.mostBytes = 2
        }
        #expect(throws: TransferFault.tooLong(most: 2)) { try result.get() }
    }

    @Test func `the status of a failure counts although its body is too long`() throws {
        let (result, _) = try TransferTests.exchange("HTTP/1.1 503 Busy\r\nContent-Length: 3\r\n\r\nabc") {
            $0.mostBytes = 2
        }
        let response = try result.get()
        #expect(response.status == 503)
        #expect(response.body == [])
    }

    @Test func `the pieces of a body are passed on as they come`() throws {
        let bench = try TransferBench()
        var request = TransferRequest(bench.url)
        var pieces: [[UInt8]] = []
        request.whenReceived = { pieces.append($0.copied) }
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(request) { result = $0 }
        let peer = try bench.accept()
        _ = try bench.request(on: peer)
        try peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
        try bench.run { pieces.count == 1 }
        try peer.write("3\r\ntwo\r\n0\r\n\r\n")
        try bench.run { result != nil }
        #expect(pieces == ["one", "two"].map { Array($0.utf8) })
        #expect(try result?.get().body == [])
    }

    @Test func `a server that is silent times out`() throws {
        let bench = try TransferBench()
        var request = TransferRequest(bench.url)
        request.wholeTime = .milliseconds(20)
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(request) { result = $0 }
        try bench.run { result != nil }
        #expect(throws: TransferFault.timedOut) { try result?.get() }
    }

    @Test func `a server that closes the connection is a failure`() throws {
        let bench = try TransferBench()
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(TransferRequest(bench.url)) { result = $0 }
        do {
            let peer = try bench.accept()
            _ = try bench.request(on: peer)
            peer.close()
        }
        try bench.run { result != nil }
        guard case .failure(.failed(let reason))? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: ["", "ftp://127.0.0.1/", "http://", "file:///etc/passwd", "http://127.0.0.1/\0"])
    func `a wrong URL is no request`(url: String) throws {
        let bench = try TransferBench()
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(TransferRequest(url)) { result = $0 }
        #expect(result == nil, "the caller expects the result later")
        try bench.run { result != nil }
        #expect(throws: TransferFault.self) { try result?.get() }
    }

    @Test(arguments: ["a\r\nb", "a\0b"]) func `a field cannot begin another one`(value: String) throws {
        let bench = try TransferBench()
        var request = TransferRequest(bench.url)
        request.fields = [("X", value)]
        var result: Result<TransferResponse, TransferFault>?
        bench.transfers.begin(request) { result = $0 }
        try bench.run { result != nil }
        #expect(throws: TransferFault.notStarted) { try result?.get() }
    }

    @Test func `a cancelled request has no result`() throws {
        let bench = try TransferBench()
        var results = 0
        let first = bench.transfers.begin(TransferRequest(bench.url)) { _ in results += 1 }
        let peer = try bench.accept()
        _ = try bench.request(on: peer)
        bench.transfers.cancel(first)
        bench.transfers.cancel(first)
        bench.transfers.begin(TransferRequest(bench.url)) { _ in results += 10 }
        let second = try bench.accept()
        _ = try bench.request(on: second)
        try second.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try bench.run { results != 0 }
        #expect(results == 10)
        bench.transfers.begin(TransferRequest(bench.url)) { _ in results = 0 }
        bench.transfers.close()
        #expect(bench.transfers.count == 0)
        #expect(results == 10)
    }
}
