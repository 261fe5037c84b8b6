import ConsoleCore
import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

extension DaemonCalls {
    /// Receives the result of setting a key, or the failure, once.
    typealias SetHandler = (Result<SetResult, DaemonFault>) -> Void

    /// Sets a key to the value that a typed text means for the type of the key.
    ///
    /// Most texts mean the same value for every type. The type is requested only after a type mismatch, so nearly every
    /// change is one call. After `duration`, in seconds, the daemon restores the last value that was set without one.
    func set(
        _ key: String,
        toText text: String,
        for duration: Double? = nil,
        if condition: WriteCondition = .none,
        in world: String?,
        _ handle: @escaping SetHandler
    ) {
        let value = TextValue.value(of: text)
        guard !KeyType.mustPrecede(text) else {
            return withType(of: key, in: world) { [self] known, isSecret in
                let type = known ?? .free(nil)
                let converted: JSON
                do throws(TextFault) {
                    converted = try type.value(of: text)
                } catch {
                    guard TextValue.unkeepable(text) == nil else {
                        let sentence = type.sentence(about: key, error, text: isSecret ? "(secret)" : text)
                        return handle(.failure(.refused(RemoteError(refusing: [(key, sentence)]))))
                    }
                    converted = value
                }
                set(key, to: converted, for: duration, if: condition, in: world, handle)
            }
        }
        set(key, to: value, for: duration, if: condition, in: world) { [self] result in
            guard case .failure(.refused(let refusal)) = result, refusal.mismatchedKeys.contains(key) else {
                return handle(result)
            }
            withType(of: key, in: world) { [self] type, isSecret in
                guard let type else { return handle(result) }
                let converted: JSON
                do throws(TextFault) {
                    converted = try type.value(of: text)
                } catch {
                    let sentence = type.sentence(about: key, error, text: isSecret ? "(secret)" : text)
                    return handle(.failure(.refused(refusal.with([key: sentence]))))
                }
                guard converted != value else { return handle(result) }
                set(key, to: converted, for: duration, if: condition, in: world, handle)
            }
        }
    }

    /// Sets a key to a value; `length` is the number of bytes in the value if there can be many.
    func set(
        _ key: String,
        to value: some JSONWritable,
        length: Int = 0,
        for duration: Double? = nil,
        if condition: WriteCondition = .none,
        in world: String?,
        _ handle: @escaping SetHandler
    ) {
        let parameters = SetRequest(key: key, value: value, duration: duration, condition: condition)
        call(
            API.Tunables.set.name.description,
            parameters,
            length: length + key.utf8.count,
            inEpoch: condition.epoch,
            on: .writes,
            in: world
        ) { response, text in
            handle(
                response.flatMap { range in
                    (try? SetResult(range, in: text)).map { .success($0) } ?? .failure(.unreadable)
                }
            )
        }
    }

    /// Requests the type of a key, and whether its value is secret.
    ///
    /// The type is nil if there is no such key, or if the request fails.
    private func withType(
        of key: String,
        in world: String?,
        _ handle: @escaping (_ type: KeyType?, _ isSecret: Bool) -> Void
    ) {
        var parameters = KeyParameters()
        parameters.key = key
        call(API.Tunables.describe.name.description, parameters, on: .reads, in: world) { response, text in
            let description = (try? response.get())?.value(in: text)
            handle(description.map { KeyType(describedBy: $0) }, description?["secret"] == true)
        }
    }
}

/// The parameters of `tunables.set`, with a value that need not be read.
struct SetRequest<Value: JSONWritable>: JSONWritable {
    let key: String
    let value: Value
    let duration: Double?
    var condition = WriteCondition.none

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginObject()
        writer.name(plain: "key")
        writer.string(key)
        writer.name(plain: "value")
        try value.write(to: &writer)
        if let revision = condition.ifRevision {
            writer.name(plain: "ifRevision")
            writer.integer(revision)
        }
        if let duration {
            writer.name(plain: "for")
            try writer.double(duration)
        }
        if condition.needsKey {
            writer.name(plain: "create")
            writer.boolean(false)
        }
        writer.endObject()
    }
}
