import JSONCore
import SystemCore

extension FileReplacement {
    /// Finishes the exchanges that killed processes began on a file.
    ///
    /// A save that such a process took out of its place goes back. If the file was saved again since, the earlier save is kept
    /// beside it, as `FILE.saved`, and a message on standard error names the path.
    static func recover(_ path: String, in files: any FileSystem = KernelFileSystem()) throws(SystemError) {
        let path = try target(of: path).path
        for leftover in ExchangeName.leftovers(beside: path, in: files, isWriting: isWriting) {
            guard let text = try content(of: leftover.path, files) else { continue }
            let inPlace = try content(of: path, files)
            guard !leftover.isKnown(text), text != inPlace else {
                try? files.removeFile(leftover.path)
                continue
            }
            // Two processes must not put it back at the same time.
            let own = leftover.claimed
            if leftover.pid != own.pid {
                do throws(SystemError) {
                    try files.rename(leftover.path, toNew: own.path)
                } catch  where error.errno == .noSuchFile || error.errno == .fileExists {
                    continue
                }
            }
            if let inPlace, own.isNew(inPlace) {
                try putBack(own, expecting: inPlace, files)
            } else {
                try keep(own, files)
            }
        }
    }

    /// Gives a save a name that no process removes.
    private static func keep(_ name: ExchangeName, _ files: any FileSystem) throws(SystemError) {
        var number = 1
        while true {
            let ending = number == 1 ? ".saved" : ".saved-\(number)"
            let kept = CompanionName.path(beside: name.target, ending: ending)
            do throws(SystemError) {
                try files.rename(name.path, toNew: kept)
                Output.complain(
                    "tunerctl: \(kept.shownWhole) is a save of \(name.target.shownWhole) that a killed tunerctl left; "
                        + "the file was saved again since\n"
                )
                return
            } catch  where error.errno == .fileExists {
                number += 1
            }
        }
    }
}
