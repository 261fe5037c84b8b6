extension SyncManual {
    /// The members of the object `etcd`.
    static let etcdMembers = [
        (
            "endpoints",
            "The http or https URLs of the members of the cluster, without a path, such as http://127.0.0.1:2379. Required."
        ),
        ("key", "The key whose value is the payload. {context} in it is replaced by the context."),
        (
            "prefix",
            "Instead of key: each key below the prefix is a value of the layer. The rest of the key, with . instead of /, is "
                + "the name, and the value is JSON. A prefix ends with /. {context} in it is replaced by the context."
        ),
        ("user", "The user of etcd; only with a password."),
        (
            "password",
            "{\"file\": PATH} or {\"environment\": NAME}. It is read for each authentication, and never printed."
        ),
    ]

    static let etcd = """
        A source with "etcd" instead of "url" follows keys of etcd 3.4 or later, through its gRPC gateway (JSON over HTTP):

          {"layer": "platform", "etcd": {"endpoints": ["http://127.0.0.1:2379"], "key": "/tuner/layers/platform"}}

        tunersync loads the keys, and then etcd sends each change. All sources with the same endpoints, user, password and
        certificates share one watch stream. "interval" is the time between two checks of the stream: its default is 10 seconds.
        If a check fails, tunersync uses the next endpoint. It also does so if a check finds a change that the stream does not
        deliver within 2 seconds. The first reconnection is immediate; later ones wait up to 24 seconds. After a failed
        authentication, tunersync waits as FETCHING describes, or until the password changes. SIGHUP loads the keys again.

        If a key does not exist, or there is no key below a prefix, the last layer stays, and tunersync reports it. If the
        value of one key below a prefix is not JSON, the last layer stays as a whole. A layer that does not change is put
        again each minute, so "ttl" should be longer. "maxBytes" is the limit for the value, or for all names and values below
        a prefix. "headers" and "minInterval" are for a URL only, and a prefix has no "format".
        """
}
