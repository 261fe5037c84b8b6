-- The live values in the text. Neovim 0.10 and newer show inlay hints themselves; this shows them in older ones.

local hints = { handlers = {} }
local namespace = vim.api.nvim_create_namespace("tuner")
local shows_hints = vim.lsp.inlay_hint ~= nil
local attached = {}

-- Returns the parameters of a request about lines, from 0; the end is not included.
function hints.parameters(buffer, first, last)
  return {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = first, character = 0 }, ["end"] = { line = last, character = 0 } },
  }
end

local function label(hint)
  local text = hint.label
  if type(text) == "table" then
    text = table.concat(vim.tbl_map(function(part)
      return part.value
    end, text))
  end
  return " " .. text
end

local function show(buffer, result)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local lines = {}
  for _, hint in ipairs(result) do
    local line = hint.position.line
    lines[line] = lines[line] or {}
    table.insert(lines[line], { label(hint), "TunerHint" })
  end
  for line, chunks in pairs(lines) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, line, 0, { virt_text = chunks, hl_mode = "combine" })
  end
end

local function request(client, buffer)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local parameters = hints.parameters(buffer, 0, vim.api.nvim_buf_line_count(buffer))
  client.request("textDocument/inlayHint", parameters, function(_, result)
    -- A later request brings the hints of a text that has changed.
    if vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick then
      show(buffer, result or {})
    end
  end, buffer)
end

-- Requests the hints when nobody has typed for a moment.
local function request_soon(client, buffer)
  local state = attached[buffer]
  state.count = state.count + 1
  local count = state.count
  vim.defer_fn(function()
    if attached[buffer] == state and state.count == count then
      request(client, buffer)
    end
  end, 100)
end

-- Shows the hints of a buffer, and keeps them up to date.
function hints.attach(client, buffer)
  if shows_hints then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    return
  end
  attached[buffer] = { client = client, count = 0 }
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      request_soon(client, buffer)
    end,
    on_reload = function()
      request_soon(client, buffer)
    end,
    on_detach = function()
      attached[buffer] = nil
    end,
  })
  request(client, buffer)
end

if not shows_hints then
  hints.handlers["workspace/inlayHint/refresh"] = function()
    for buffer, state in pairs(attached) do
      request(state.client, buffer)
    end
    return vim.NIL
  end
end

return hints
