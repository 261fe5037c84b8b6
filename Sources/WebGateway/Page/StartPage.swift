/// The page at `/`, which shows nothing secret.
enum StartPage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Tuner</title>
        <h1>Tuner</h1>
        <p>This is tunerweb, the HTTP gateway of Tuner.</p>
        <p>To use its other paths in this browser, open the URL that <code>tunerctl web</code> prints.</p>
        </html>

        """
}
