/// The reason for which a file cannot be replayed.
enum RecordingFault: Error, Equatable {
    /// The first line is not that of a recording.
    case noRecording
    /// The first line names a version that this program does not know.
    case otherVersion(Int64)
    /// A later line is not a commit.
    case noCommit(line: Int)

    /// The fault, as a part of a sentence that begins with the name of the file.
    var description: String {
        switch self {
        case .noRecording: "is not a file of tunerctl record"
        case .otherVersion(let version):
            "has version \(version) of the format; this tunerctl reads version \(Recording.version)"
        case .noCommit(let line): "has no commit in line \(line)"
        }
    }
}
