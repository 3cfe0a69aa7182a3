-- Neovim 0.11 or later: copy to ~/.config/nvim/lsp/cocite.lua, then vim.lsp.enable('cocite') in init.lua.
return {
  cmd = { 'cocite', 'lsp' },
  filetypes = { 'tex', 'plaintex', 'markdown', 'quarto', 'typst' },
  root_markers = { '.git', '.latexmkrc', 'typst.toml' },
  on_attach = function(client, buffer)
    -- <C-x><C-o> completes in any case; this completes while you type.
    if vim.lsp.completion then
      vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
    end
  end,
}
