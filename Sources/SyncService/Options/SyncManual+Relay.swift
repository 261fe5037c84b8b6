extension SyncManual {
    static let relay = """
        With --relay, tunersync is a relay: it serves the layers of its sources to other tunersyncs by HTTP. It needs no daemon,
        and puts no layer into one. This configuration of a machine follows the layer platform of a relay:

          {"sources": [{"layer": "platform", "url": "http://127.0.0.1:9000/layers/platform", "wait": 60}],
           "activate": ["platform"]}

        GET /layers/NAME returns the payload with the same bytes as the source has sent it, with an ETag. With If-None-Match and
        "Prefer: wait=N", the response waits for a change, at most N seconds and at most 300. GET /health returns the number of
        layers with content, and of requests that wait.

        A relay listens on 127.0.0.1, unless --relay names another address. Without a token, it then serves only requests whose
        field Host is an IP address or localhost, so that a web page cannot read the layers.

        Everybody who can connect can read the layers, so a relay on an address that is not loopback needs a token, or must be
        open. It has no TLS: use a proxy such as nginx, or ssh.

        A relay accepts 20,000 connections, or fewer if the limit for open descriptors is low. It responds with 503 beyond that. A
        client that does not read its response for 30 seconds is disconnected. A relay ignores "activate", "schema" and "ttl". Its
        rules cannot read flags. It serves its last known good content after a restart without a network.
        """

    /// The members of the object `relay`.
    static let relayMembers = [
        (
            "token",
            "{\"file\": PATH} or {\"environment\": NAME}: the token that each request must have, as \"Authorization: Bearer "
                + "TOKEN\". It is read again when the file changes, and never printed."
        ),
        ("open", "true lets other machines read the layers without a token. Default: false."),
    ]
}
