/// What a dispatcher leaves behind besides the answers.
struct DispatcherWork {
    /// Answers promised inside the message being written.
    var holes: [AnswerHole] = []
    var counts: CallCounts

    init(methods: Int) {
        counts = CallCounts(methods: methods)
    }
}
