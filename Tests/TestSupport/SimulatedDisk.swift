import SystemCore

/// Files, directories and names, each in two states: as programs see it and as it is on disk.
struct SimulatedDisk {
    struct Attributes {
        var mode: UInt32
        var group: UInt32
    }

    struct Node {
        enum Body {
            case file(SimulatedFile)
            case directory(names: [String: Int], onDisk: [String: Int])
        }

        var body: Body
        var attributes: Attributes
        var attributesOnDisk: Attributes
    }

    /// A name in a directory, whether or not a file has this name.
    private struct Entry: Hashable {
        let directory: Int
        let name: String
    }

    /// A change of names in one atomic step: a rename removes one name and sets the other, never only one of them.
    private struct NameChange {
        let edits: [(entry: Entry, node: Int?)]
    }

    private var nodes: [Int: Node] = [:]
    private var nextNode = 0
    private var nameChanges: [NameChange] = []
    /// The maximum total size of all files in bytes; nil for no limit.
    var capacity: Int?

    private static let root = 0

    init() {
        _ = makeNode(.directory(names: [:], onDisk: [:]), mode: 0o755)
    }

    private mutating func makeNode(_ body: Node.Body, mode: UInt32) -> Int {
        let attributes = Attributes(mode: mode, group: Kernel.groupID)
        defer { nextNode += 1 }
        nodes[nextNode] = Node(body: body, attributes: attributes, attributesOnDisk: attributes)
        return nextNode
    }
}

// MARK: - Paths

extension SimulatedDisk {
    func node(at path: String) throws(Errno) -> Int {
        var node = Self.root
        for name in path.split(separator: "/") where name != "." {
            precondition(name != "..", "the simulated disk knows no parent directories")
            guard let next = try names(of: node)[String(name)] else { throw .noSuchFile }
            node = next
        }
        return node
    }

    func names(of node: Int) throws(Errno) -> [String: Int] {
        guard case .directory(let names, _)? = nodes[node]?.body else { throw .notDirectory }
        return names
    }

    private func entry(of path: String) throws(Errno) -> Entry {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard let name = parts.last else { throw .busy }
        let directory = try node(at: parts.dropLast().joined(separator: "/"))
        _ = try names(of: directory)
        return Entry(directory: directory, name: String(name))
    }

    private func node(at entry: Entry) throws(Errno) -> Int? { try names(of: entry.directory)[entry.name] }

    /// Returns whether a name is in a directory or in one of its subdirectories.
    private func isInside(_ entry: Entry, _ node: Int) -> Bool {
        if entry.directory == node { return true }
        guard let names = try? names(of: node) else { return false }
        return names.values.contains { isInside(entry, $0) }
    }

    private func isDirectory(_ node: Int) -> Bool {
        if case .directory? = nodes[node]?.body { true } else { false }
    }

    private mutating func edit(_ edits: [(entry: Entry, node: Int?)]) {
        for (entry, node) in edits {
            guard case .directory(var names, let onDisk)? = nodes[entry.directory]?.body else { continue }
            names[entry.name] = node
            nodes[entry.directory]?.body = .directory(names: names, onDisk: onDisk)
        }
        nameChanges.append(NameChange(edits: edits))
    }
}

// MARK: - File operations

extension SimulatedDisk {
    mutating func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(Errno) -> Int {
        let entry = try entry(of: path)
        guard let node = try node(at: entry) else {
            guard options.contains(.create) else { throw .noSuchFile }
            let node = makeNode(.file(SimulatedFile()), mode: mode)
            edit([(entry, node)])
            return node
        }
        guard !options.isSuperset(of: [.create, .exclusive]) else { throw .fileExists }
        guard !isDirectory(node) else { throw .isDirectory }
        if options.contains(.truncate) { change(node) { $0.resize(to: 0) } }
        return node
    }

    func content(of node: Int) -> [UInt8] {
        guard case .file(let file)? = nodes[node]?.body else { return [] }
        return file.content
    }

    mutating func change(_ node: Int, _ body: (inout SimulatedFile) -> Void) {
        guard case .file(var file)? = nodes[node]?.body else { return }
        body(&file)
        nodes[node]?.body = .file(file)
    }

    mutating func write(_ bytes: [UInt8], to node: Int, at offset: Int) throws(Errno) -> Int {
        let fitting = max(0, min(bytes.count, content(of: node).count + room - offset))
        guard fitting > 0 || bytes.isEmpty else { throw .noSpace }
        change(node) { $0.write(bytes.prefix(fitting), at: offset) }
        return fitting
    }

    private var room: Int {
        guard let capacity else { return Int.max / 2 }
        return capacity - nodes.keys.reduce(0) { $0 + content(of: $1).count }
    }

    func status(of node: Int) -> FileStatus {
        FileStatus(
            kind: isDirectory(node) ? .directory : .regular,
            mode: nodes[node]?.attributes.mode ?? 0,
            owner: Kernel.userID,
            group: nodes[node]?.attributes.group ?? 0,
            size: Int64(content(of: node).count),
            identity: FileStatus.Identity(device: 1, number: UInt64(node))
        )
    }

    mutating func setAttributes(of node: Int, _ body: (inout Attributes) -> Void) {
        guard var changed = nodes[node] else { return }
        body(&changed.attributes)
        nodes[node] = changed
    }

    mutating func rename(_ source: String, to target: String) throws(Errno) {
        let source = try entry(of: source)
        let target = try entry(of: target)
        guard let node = try node(at: source) else { throw .noSuchFile }
        guard !isInside(target, node) else { throw .invalidArgument }
        if let replaced = try self.node(at: target), isInside(source, replaced) { throw .directoryNotEmpty }
        if let replaced = try self.node(at: target) {
            guard replaced != node else { return }
            guard isDirectory(replaced) == isDirectory(node) else {
                throw isDirectory(replaced) ? .isDirectory : .notDirectory
            }
            if isDirectory(replaced) {
                guard try names(of: replaced).isEmpty else { throw .directoryNotEmpty }
            }
        }
        edit([(source, nil), (target, node)])
    }

    mutating func removeFile(_ path: String) throws(Errno) {
        let entry = try entry(of: path)
        guard let node = try node(at: entry) else { throw .noSuchFile }
        guard !isDirectory(node) else { throw .isDirectory }
        edit([(entry, nil)])
    }

    mutating func createDirectory(_ path: String, mode: UInt32) throws(Errno) {
        let entry = try entry(of: path)
        guard try node(at: entry) == nil else { throw .fileExists }
        edit([(entry, makeNode(.directory(names: [:], onDisk: [:]), mode: mode))])
    }

    mutating func removeDirectory(_ path: String) throws(Errno) {
        let entry = try entry(of: path)
        guard let node = try node(at: entry) else { throw .noSuchFile }
        guard try names(of: node).isEmpty else { throw .directoryNotEmpty }
        edit([(entry, nil)])
    }
}

// MARK: - Syncs and crashes

extension SimulatedDisk {
    mutating func sync(_ node: Int, withAttributes: Bool) {
        change(node) { $0.sync() }
        if withAttributes, let attributes = nodes[node]?.attributes { nodes[node]?.attributesOnDisk = attributes }
    }

    /// Makes the names of one directory durable, and the earlier changes in other directories that they depend on.
    mutating func syncDirectory(_ directory: Int) throws(Errno) {
        _ = try names(of: directory)
        if let attributes = nodes[directory]?.attributes { nodes[directory]?.attributesOnDisk = attributes }
        var needed: Set<Entry> = []
        var saved: [NameChange] = []
        var left: [NameChange] = []
        for change in nameChanges.reversed() {
            let isSaved = change.edits.contains { $0.entry.directory == directory || needed.contains($0.entry) }
            if isSaved {
                needed.formUnion(change.edits.map(\.entry))
                saved.append(change)
            } else {
                left.append(change)
            }
        }
        for change in saved.reversed() { put(change) }
        nameChanges = left.reversed()
    }

    private mutating func put(_ change: NameChange) {
        for (entry, node) in change.edits {
            guard case .directory(let names, var onDisk)? = nodes[entry.directory]?.body else { continue }
            onDisk[entry.name] = node
            nodes[entry.directory]?.body = .directory(names: names, onDisk: onDisk)
        }
    }

    /// Returns the disk that a machine finds after a crash and a restart.
    func afterCrash(_ outcome: CrashOutcome) -> SimulatedDisk {
        var chooser = CrashChooser(outcome)
        var disk = self
        disk.nameChanges = []
        let cut = chooser.cut(in: 0...nameChanges.count)
        var lost: Set<Entry> = []
        for (index, change) in nameChanges.enumerated() {
            let isKept = chooser.namesKeepOrder ? index < cut : chooser.keeps()
            // A change of a name can be on disk only if all earlier changes of the same name are.
            if isKept, !change.edits.contains(where: { lost.contains($0.entry) }) {
                disk.put(change)
            } else {
                lost.formUnion(change.edits.map(\.entry))
            }
        }
        for (number, node) in disk.nodes.sorted(by: { $0.key < $1.key }) {
            var node = node
            switch node.body {
            case .file(let file): node.body = .file(SimulatedFile(content: file.image(&chooser)))
            case .directory(_, let onDisk): node.body = .directory(names: onDisk, onDisk: onDisk)
            }
            if chooser.keeps() { node.attributesOnDisk = node.attributes }
            node.attributes = node.attributesOnDisk
            disk.nodes[number] = node
        }
        disk.dropUnreachable()
        return disk
    }

    private mutating func dropUnreachable() {
        var reached: Set<Int> = []
        var waiting = [Self.root]
        while let node = waiting.popLast() {
            reached.insert(node)
            waiting += (try? names(of: node).values).map(Array.init) ?? []
        }
        nodes = nodes.filter { reached.contains($0.key) }
    }
}
