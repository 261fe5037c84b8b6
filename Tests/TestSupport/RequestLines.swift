/// Returns a request or, if `id` is nil, a notification, with a newline at its end.
package func request(_ method: String, _ id: Int? = nil, _ params: String? = nil) -> String {
    let id = id.map { #","id":\#($0)"# } ?? ""
    let params = params.map { #","params":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","method":"\#(method)"\#(params)\#(id)}"# + "\n"
}

/// Returns a response with a result, without a newline.
package func response(_ id: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
}
