import ConsoleCore
import JSONCore
import TunerAPI

// Keys that a command has just created in its own world.
extension DaemonConnection {
    /// Overrides the flag of a key instead, if the key was no tunable before and names a flag; returns whether it does.
    func overrideFlag(_ key: String, toWord word: String, isString: Bool) throws(Failure) -> Bool {
        guard try isFlag(key) else { return false }
        _ = try call(plainly: API.Tunables.reset, ["key": .string(key)])
        _ = try FlagOverrideWriter(key, on: self).set(toWord: word, isString: isString)
        return true
    }

    /// Prints a note about a key that exists only in the world, if another key is similar: it may be a typing error.
    ///
    /// Without a similar key it prints nothing, because the program in the world may declare the key.
    func noteKeyOfWorld(_ key: String, _ global: GlobalOptions) {
        // The value is set: a failure of this request must not become the result of the command.
        guard let description = try? call(plainly: API.Tunables.describe, ["key": .string(key)]),
            description["spec"] == nil, let nearest = description["nearest"]?.text
        else { return }
        let question = NearestName.question(nearest)
        global.note("tunerctl: \(key.shownWhole) is new, and exists only in the world of this command\(question)\n")
    }
}
