/// The page at `/`, which shows nothing secret.
enum StartPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Tuner</title>
        <h1>Tuner</h1>
        <p>This is tunerweb, the HTTP gateway of Tuner.</p>
        <p>The manual page describes it: <code>man tunerweb</code>.</p>
        </html>

        """
}
