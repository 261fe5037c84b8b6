import BlockingTests
import Testing

/// Tests with the real daemon, one after the other.
@Suite(.serialized, .blockingInTurn) enum DaemonTests {}
