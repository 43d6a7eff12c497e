;; Tests the recipe for Emacs with asm/t2v.s: hovering over `ldm` tells its clocks, and a word that is no instruction is
;; a problem. The exit status says whether it does.
(defun wait-for (what condition)
  "Wait until CONDITION returns a value, and return it."
  (let ((deadline (+ (float-time) 60)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) deadline) (error "There is no %s" what))
      (accept-process-output nil 0.05))
    value))

(setq flymake-no-changes-timeout 0)
(find-file "asm/t2v.s")
;; In batch mode, commands end and timers run when the test says so.
(run-hooks 'post-command-hook)
(let ((server (wait-for "server" 'eglot-current-server)))
  (search-forward "ldm     PLY_BEST(r1),r3,#3")
  (goto-char (match-beginning 0))
  (let ((answer (format "%s" (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams)))))
    (unless (string-match-p "24 clocks" answer) (error "Hovering tells %s" answer))))
(goto-char (point-min))
(insert "        bogus r1\n")
(eglot--signal-textDocument/didChange)
(let ((problem (flymake-diagnostic-text (car (wait-for "problem" 'flymake-diagnostics)))))
  (unless (string-match-p "`bogus`" problem) (error "The problem is %s" problem)))
(set-buffer-modified-p nil)
(kill-emacs 0)
