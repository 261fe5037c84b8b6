import CPage
import HTTPCore
import JSONCore

/// A file of the page, which is a part of the program.
struct PageFile: Sendable {
    /// The name, such as `main.js`.
    let name: String
    let type: ContentType
    let bytes: [UInt8]
    /// The characters of the entity tag, which change with the bytes.
    let tag: [UInt8]

    /// All files, by name.
    static let all: [String: PageFile] = {
        var files: [String: PageFile] = [:]
        while let file = PageFile(at: files.count) {
            files[file.name] = file
        }
        return files
    }()

    /// Copies the file with an index; nil after the last one.
    private init?(at index: Int) {
        let file = unsafe cpage_file_at(index)
        guard let name = unsafe file.name, let bytes = unsafe file.bytes else { return nil }
        self.name = unsafe String(cString: name)
        let content = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: file.count))
        self.bytes = content
        type =
            switch self.name.split(separator: ".").last {
            case "css": .other("text/css; charset=utf-8")
            case "js": .other("text/javascript; charset=utf-8")
            case "svg": .other("image/svg+xml")
            default: .html
            }
        var tag = ByteBuffer()
        Base64.append(SHA1.hash(content.span).span, to: &tag)
        self.tag = [UInt8](tag)
    }

    /// Responds with the file, or with the status 304 if the browser has it.
    ///
    /// The browser asks each time, so it never mixes the files of two versions of the page.
    func respond(to request: HTTPRequest, in bytes: Span<UInt8>, _ exchange: Exchange) {
        func addFields(_ connection: inout HTTPConnection) {
            connection.add("ETag", ([UInt8(ascii: "\"")] + tag + [UInt8(ascii: "\"")]).span)
            connection.add("Cache-Control", "no-cache")
        }
        if let known = request.value(of: "if-none-match", in: bytes), EntityTag.isListed(tag.span, known, in: bytes) {
            return exchange.respond(.notModified, isCacheable: true, addFields)
        }
        exchange.respond(.ok, type, self.bytes.span, isCacheable: true, addFields)
    }
}
