/// A request as a line.
package func request(_ method: String, _ id: Int? = nil, _ params: String? = nil) -> String {
    let id = id.map { #","id":\#($0)"# } ?? ""
    let params = params.map { #","params":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","method":"\#(method)"\#(params)\#(id)}"# + "\n"
}

/// An answer with a result, without its newline.
package func answer(_ id: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
}
