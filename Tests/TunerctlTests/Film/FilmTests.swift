import SystemCore
import TestSupport
import Testing

/// Tests of the pictures of README, and of the film that `docs/images/film` makes.
struct FilmTests {
    @Test func `the film is small, has no end, and shows enough frames in about 10 s`() throws {
        let bytes = try KernelFileSystem().open(ProjectFile.path("docs/images/film.gif"), .read).readWhole()
        #expect(bytes.count < 2_000_000)
        let film = try #require(GIFFile(bytes))
        #expect(film.isWhole)
        #expect(film.frames >= 80)
        #expect(film.duration >= .seconds(8) && film.duration <= .seconds(12))
        #expect(film.repetitions == 0)
        // Twice the width of a page of a forge, for a sharp text on a screen with small pixels.
        #expect(film.width >= 1600)
        #expect(film.height < film.width)
    }

    @Test func `each picture of README has a file and a text alternative`() throws {
        let page = try ProjectFile.text("README.md")
        let images = page.matches(of: #/<img\s[^>]*>/#).map { String($0.output) }
        #expect(!images.isEmpty)
        for image in images {
            let text = image.firstMatch(of: #/\salt="([^"]*)"/#)?.1 ?? ""
            #expect(text.split(separator: " ").count > 3, "\(image)")
        }
        let files = page.matches(of: #/\s(?:src|srcset)="([^"]*)"/#).map { String($0.1) }
        #expect(files.count >= images.count)
        for file in files {
            #expect(throws: Never.self, "\(file)") { try KernelFileSystem().open(ProjectFile.path(file), .read) }
        }
    }
}
