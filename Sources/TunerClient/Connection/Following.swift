import JSONCore

/// What is followed on a connection.
struct Following {
    /// The daemon knows who we are, and in which world: only then it is asked for something.
    var isGreeted = false
    /// All that was asked for when the connection began is there.
    var isComplete = false
    /// How many entries the daemon was told of.
    var declaredCount = 0
    /// What the daemon could not take just now, and is told of again.
    var undeclared: [(key: String, spec: JSONObject)] = []
    /// How many answers are missing before it is complete.
    var missing = 0
}
