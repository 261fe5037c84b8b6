import JSONCore
import SystemCore

extension FileReplacement {
    /// Finishes the exchanges of a file that killed processes have left.
    ///
    /// If such a process has moved another program's text out of the file, this function puts the text back. If the
    /// file was saved again since then, the function keeps the text beside the file, as `FILE.saved`. A message on
    /// standard error names that path.
    static func recover(_ path: String, in files: any FileSystem = KernelFileSystem()) throws(SystemError) {
        let path = try target(of: path).path
        for leftover in ExchangeName.leftovers(beside: path, in: files, isWriting: isWriting) {
            guard let text = try content(of: leftover.path, files) else { continue }
            let inPlace = try content(of: path, files)
            guard !leftover.isKnown(text), text != inPlace else {
                try? files.removeFile(leftover.path)
                continue
            }
            // Claim the leftover first, so that only one process puts it back.
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

    /// Renames a file to a name that no process removes.
    private static func keep(_ name: ExchangeName, _ files: any FileSystem) throws(SystemError) {
        var number = 1
        while true {
            let ending = number == 1 ? ".saved" : ".saved-\(number)"
            let kept = CompanionName.path(beside: name.target, ending: ending)
            do throws(SystemError) {
                try files.rename(name.path, toNew: kept)
                Output.writeError(
                    "tunerctl: tunerctl was killed while it replaced \(name.target.shownWhole); "
                        + "an older save of \(name.target.shownWhole) is in \(kept.shownWhole)\n"
                )
                return
            } catch  where error.errno == .fileExists {
                number += 1
            }
        }
    }
}
