;;; cocite.el --- Citations of your own library, by eglot  -*- lexical-binding: t -*-
;; Emacs 29 or later: add to init.el, then M-x eglot in a LaTeX, Markdown or Typst file.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((latex-mode tex-mode LaTeX-mode markdown-mode typst-ts-mode) . ("cocite" "lsp"))))
;;; cocite.el ends here
