;;; cocite.el --- Citations of your own library, by eglot  -*- lexical-binding: t -*-
;; Add to init.el, then M-x eglot in a LaTeX, Markdown, Org, reStructuredText or Typst file.
;; Emacs 29 has eglot; for 28 install it (Debian: elpa-eglot).
;; Completion adds the key alone; its entry comes into the .bib file when you save the document.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((latex-mode tex-mode LaTeX-mode markdown-mode gfm-mode org-mode rst-mode
                             typst-ts-mode bibtex-mode)
                 . ("cocite" "lsp"))))
;;; cocite.el ends here
