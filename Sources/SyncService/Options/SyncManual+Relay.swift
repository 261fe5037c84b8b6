extension SyncManual {
    static let relay = """
        With --relay, tunersync is a relay: it serves the layers of its sources to other machines by HTTP. A relay needs no
        daemon, and puts no layer into one. This configuration of another machine follows the layer platform of the relay:

          {"sources": [{"layer": "platform", "url": "http://127.0.0.1:9000/layers/platform", "wait": 60}],
           "activate": ["platform"]}

        GET /layers/NAME returns the same bytes as the source has sent, with an ETag. With If-None-Match and "Prefer: wait=N", the
        relay responds when the content changes, or after N seconds. The longest wait is 300 seconds. GET /health returns two
        numbers: the layers that have content, and the requests that wait.

        A relay listens on 127.0.0.1, unless --relay names another address. On 127.0.0.1 without a token, it serves only requests
        whose field Host is an IP address or localhost, so that a web page cannot read the layers.

        On an address that is not loopback, everybody who can connect could read the layers. So the relay then needs "token" or
        "open". A relay has no TLS: use a proxy such as nginx with a token, or ssh.

        A relay accepts 20,000 connections, or fewer if the limit for open descriptors is low. It responds to further clients with
        503. It disconnects a client that does not read its response for 30 seconds. A relay ignores "activate", "schema" and
        "ttl". Its rules cannot read flags. It serves its last known good content after a restart without a network.
        """

    /// The members of the object `relay`.
    static let relayMembers = [
        (
            "token",
            "{\"file\": PATH} or {\"environment\": NAME}: the token that each request must have, as \"Authorization: Bearer "
                + "TOKEN\". The relay reads the file again when it changes, and never prints the token."
        ),
        ("open", "Whether other machines may read the layers without a token. Default: false."),
    ]
}
