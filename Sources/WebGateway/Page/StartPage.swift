/// The page at `/`, which shows nothing secret.
enum StartPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Tuner</title>
        <h1>Tuner</h1>
        <p>This is tunerweb, the HTTP gateway of Tuner. It has no page with controls yet.</p>
        <p>If you opened the URL that <code>tunerctl web</code> printed, this browser is logged in. Then these links work:</p>
        <ul>
        <li><a href="/tune">/tune</a>: all values</li>
        <li><a href="/api/tweaks">/api/tweaks</a>: all values with their types, defaults and limits</li>
        <li><a href="/metrics">/metrics</a>: metrics for Prometheus</li>
        </ul>
        <p>If a link returns an error, type <code>tunerctl web</code> and open the URL that it prints.</p>
        </html>

        """
}
