/// A sink that builds the value of a text.
struct TreeSink: JSONSink, ~Copyable {
    /// The finished values and names whose array or object is still open.
    private var values = ScratchStack<JSON>()
    /// The number of `values` at the start of each open array or object.
    private var starts = ScratchStack<Int>()
    /// The hash of each name in `values`.
    private var hashes = ScratchStack<UInt64>()
    private var names = NameCache()

    /// Whether a name is repeated in an object that has ended.
    private(set) var repeatsNames = false

    /// Returns the value of the whole text; call it once, after the scan.
    mutating func finish() -> JSON {
        precondition(values.count == 1, "a text is one value")
        return values.pop()
    }

    @inline(__always)
    mutating func beginArray(at offset: Int) {
        starts.push(values.count)
    }

    @inline(__always)
    mutating func endArray(at offset: Int) {
        let elements = values.takeElements(from: starts.pop())
        values.push(.array(elements))
    }

    @inline(__always)
    mutating func beginObject(at offset: Int) {
        starts.push(values.count)
    }

    @inline(__always)
    mutating func endObject(at offset: Int) {
        let members = values.takeMembers(from: starts.pop())
        let object = unsafe hashes.take(from: hashes.count - members.count) { hashes in
            unsafe JSONObject(members, hashes: UnsafeBufferPointer(hashes).span)
        }
        if object.count != members.count {
            repeatsNames = true
        }
        values.push(.object(object))
    }

    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {
        if token.hasEscapes {
            let name = token.string(in: text)
            hashes.push(NameHash.of(name.utf8.span))
            values.push(.string(name))
        } else {
            let (name, hash) = names.name(for: token, in: text)
            hashes.push(hash)
            values.push(.string(name))
        }
    }

    @inline(__always)
    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {
        values.push(.string(token.string(in: text)))
    }

    @inline(__always)
    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {
        values.push(JSONNumber.value(range, isWhole: isWhole, in: text))
    }

    @inline(__always)
    mutating func literal(_ value: JSONLiteral, at offset: Int) {
        switch value {
        case .null: values.push(.null)
        case .false: values.push(.boolean(false))
        case .true: values.push(.boolean(true))
        }
    }
}

extension JSONStringToken {
    /// Returns the string with its escapes resolved.
    func string(in text: Span<UInt8>) -> String {
        hasEscapes ? String(unescaping: range, in: text) : String(bytes: range, in: text, isASCII: isASCII)
    }
}
