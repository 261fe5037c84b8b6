import JSONCore
import TunerAPI

/// What a new world has: values and overrides of flags.
protocol WorldContents {
    /// Sets the values in the world of a connection; returns the keys that have a value only there and may be mistyped.
    mutating func fill(_ connection: DaemonConnection) throws(Failure) -> [ChangeRecord]
}

/// The values of a command line, by key or by flag.
struct TypedWorldContents: WorldContents {
    private var texts: TypedTexts
    private let clamps: Bool

    init(_ texts: TypedTexts, clamps: Bool) { (self.texts, self.clamps) = (texts, clamps) }

    mutating func fill(_ connection: DaemonConnection) throws(Failure) -> [ChangeRecord] {
        guard !texts.values.isEmpty else { return [] }
        var parameters = UpdateParameters()
        parameters.clamps = clamps
        let response = try RefusedWrite.explaining(on: connection, typed: texts.values) { () throws(Failure) in
            try texts.send(on: connection) { (values) throws(Failure) in
                parameters.values = values
                return try connection.callInPieces(API.Tunables.update, parameters)
            }
        }
        var created: [ChangeRecord] = []
        for change in response.result.changes where change.old == nil {
            let isFlag = try texts.text(of: change.key).map { (text) throws(Failure) in
                try connection.overrideFlag(change.key, toWord: text, isString: texts.areStrings)
            }
            if isFlag != true { created.append(change) }
        }
        return created
    }
}
