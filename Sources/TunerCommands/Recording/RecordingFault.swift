/// The reason for which a file cannot be replayed.
enum RecordingFault: Error, Equatable {
    /// The first line is not that of a recording.
    case noRecording
    /// A later line is not a commit.
    case noCommit(line: Int)

    /// The fault, as a part of a sentence that begins with the name of the file.
    var description: String {
        switch self {
        case .noRecording: "is not a file of tunerctl record, or of another version"
        case .noCommit(let line): "has no commit in line \(line)"
        }
    }
}
