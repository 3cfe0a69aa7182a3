-- Cocite in Neovim 0.7 or later. Copy to ~/.config/nvim/lua/cocite.lua, then in init.lua:
--   require('cocite').setup()
-- or, for another library than the one opened last in Cocite:
--   require('cocite').setup({ cmd = { 'cocite', 'lsp', '--library', '/path/to/library' } })
local M = {}

local config = {
  cmd = { 'cocite', 'lsp' },
  filetypes = { 'tex', 'plaintex', 'markdown', 'quarto', 'rmd', 'typst', 'org', 'rst', 'bib' },
  settings = {}, -- { unknownKeys = false, retractions = false, gaps = false } turns marks off
}

local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local found = vim.fn.finddir('.git', vim.fn.escape(folder, ' ,;') .. ';')
  return found ~= '' and vim.fn.fnamemodify(found, ':p:h:h') or folder
end

local function on_attach(client, buffer)
  vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc') -- <C-x><C-o>
  if vim.lsp.completion then -- 0.11: while you type, too, but nothing is inserted that you did not choose
    vim.bo[buffer].completeopt = 'menuone,noselect,popup'
    vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
  end
end

local clients = {} -- by root, where vim.lsp.start is missing

local function attach(buffer)
  local server = { name = 'cocite', cmd = config.cmd, root_dir = root_of(buffer), on_attach = on_attach,
    init_options = config.settings }
  if vim.lsp.start then -- 0.8
    vim.lsp.start(server, { bufnr = buffer })
    return
  end
  local known = clients[server.root_dir]
  if not known or not vim.lsp.get_client_by_id(known) then
    known = vim.lsp.start_client(server)
    clients[server.root_dir] = known
  end
  if known then
    vim.lsp.buf_attach_client(buffer, known)
  end
end

function M.setup(options)
  config = vim.tbl_extend('force', config, options or {})
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('cocite', {}),
    pattern = config.filetypes,
    callback = function(event)
      attach(event and event.buf or vim.api.nvim_get_current_buf())
    end,
  })
end

return M
