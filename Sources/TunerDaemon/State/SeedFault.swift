import JSONCore
import StateCore
import SystemCore

/// A reason why a seed file cannot be used.
enum SeedFault: Error {
    case unreadable(String, SystemError)
    case noJSON(String, String)
    case noObject(String)
    case duplicate(String, String, FilePosition)
    case key(String, String, FilePosition)
    case refused(String, StateRefusal, FilePosition?)
}

extension SeedFault: CustomStringConvertible {
    /// A sentence for the user, which names the file.
    var description: String {
        switch self {
        case .unreadable(let path, let error): "the seed \(path.shown) cannot be read: \(error)"
        case .noJSON(let path, let fault): "the seed \(path.shown) is not JSON: \(fault)"
        case .noObject(let path): "the seed \(path.shown) must be a JSON object of keys and values"
        case .duplicate(let path, let name, let position):
            "the seed \(path.shown) has \(name.shown) twice, again in \(position)"
        case .key(let path, let sentence, let position): "the seed \(path.shown), \(position): \(sentence)"
        case .refused(let path, let refusal, let position?): "the seed \(path.shown), \(position): \(refusal)"
        case .refused(let path, let refusal, nil): "the seed \(path.shown): \(refusal)"
        }
    }
}
