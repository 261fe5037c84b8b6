import Testing

/// Tests with the real daemon, one after the other: each waits for it on a thread that others would need.
@Suite(.serialized) enum DaemonTests {}
