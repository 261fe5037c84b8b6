-- The connection of Neovim's client to `tunerctl lsp`, beside the server of the language.

local hints = require("tuner.hints")

local tuner = {}
local client_id

local function capabilities()
  local result = vim.lsp.protocol.make_client_capabilities()
  result.workspace = vim.tbl_deep_extend("force", result.workspace or {}, { inlayHint = { refreshSupport = true } })
  return result
end

local function client()
  return client_id and vim.lsp.get_client_by_id(client_id)
end

-- Starts the server, unless it runs.
local function start()
  if not client() then
    client_id = vim.lsp.start_client({
      name = "tuner",
      cmd = vim.g.tuner_command or { "tunerctl", "lsp" },
      root_dir = vim.fn.getcwd(),
      capabilities = capabilities(),
      handlers = hints.handlers,
      on_attach = function(started, buffer)
        hints.attach(started, buffer)
      end,
    })
  end
  return client_id
end

-- Shows live values in a buffer that has a file.
function tuner.attach(buffer)
  if vim.bo[buffer].buftype == "" and vim.api.nvim_buf_get_name(buffer) ~= "" then
    local id = start()
    if id then
      vim.lsp.buf_attach_client(buffer, id)
    end
  end
end

-- Writes the live values between two lines into the source code.
function tuner.bake(buffer, first, last)
  local server = client()
  if not server then
    return
  end
  buffer = buffer == 0 and vim.api.nvim_get_current_buf() or buffer
  local edits = {}
  -- The present text can differ from that of the shown hints.
  local response = server.request_sync("textDocument/inlayHint", hints.parameters(buffer, first - 1, last), 2000, buffer)
  for _, hint in ipairs(response and response.result or {}) do
    if hint.position.line < last then
      vim.list_extend(edits, hint.textEdits or {})
    end
  end
  vim.lsp.util.apply_text_edits(edits, buffer, server.offset_encoding)
  print(("tuner: %d %s written"):format(#edits, #edits == 1 and "value" or "values"))
end

-- Runs a command of the server.
function tuner.execute(name, arguments)
  local server = client()
  if server then
    server.request("workspace/executeCommand", { command = name, arguments = arguments }, function(fault)
      if fault then
        vim.notify("tuner: " .. fault.message, vim.log.levels.ERROR)
      end
    end)
  end
end

-- Sets the live value of a key. A value that is not JSON is a string.
function tuner.set(key, text)
  if not key then
    vim.notify("tuner: TunerSet needs a key and a value", vim.log.levels.ERROR)
    return
  end
  local is_json, value = pcall(vim.json.decode, text)
  tuner.execute("tuner.set", { key, is_json and value or text })
end

return tuner
