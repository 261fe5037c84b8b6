/// The page at `/`, which shows nothing secret.
enum StartPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Tuner</title>
        <h1>Tuner</h1>
        <p>This is tunerweb, the HTTP gateway of Tuner.</p>
        <p>To use the other paths in this browser, log in with a one-time token: see ACCESS in <code>man tunerweb</code>.</p>
        </html>

        """
}
