-- Shows live values of tunables and flags in source code. Needs tunerctl, and Neovim 0.7 or newer.

if vim.g.loaded_tuner then
  return
end
vim.g.loaded_tuner = true

local tuner = require("tuner")

vim.api.nvim_set_hl(0, "TunerHint", { link = "NonText", default = true })

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile", "BufFilePost" }, {
  group = vim.api.nvim_create_augroup("tuner", {}),
  callback = function(event)
    tuner.attach(event.buf)
  end,
})

local function command(name, options, run)
  vim.api.nvim_create_user_command(name, run, options)
end

-- Writes the live values of the lines into the source code.
command("TunerBake", { range = true }, function(given)
  tuner.bake(0, given.line1, given.line2)
end)
command("TunerSet", { nargs = "+" }, function(given)
  tuner.set(given.args:match("^(%S+)%s+(.*)$"))
end)
command("TunerReset", { nargs = 1 }, function(given)
  tuner.execute("tuner.reset", { given.args })
end)
