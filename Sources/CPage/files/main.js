// The page of tunerweb.
document.body.append("This is tunerweb, the HTTP gateway of Tuner.");
