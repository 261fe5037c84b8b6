;;; tuner.el --- Live values of tunables and flags in source code  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; `tunerctl lsp' is a language server for source code of any language.  This file connects it to lsp-mode, beside the
;; server of the language, and to Eglot with `tuner-eglot'.  It shows the live values in versions of both that have no
;; inlay hints, and it has commands that write the values into the code and set them.

;;; Code:

(require 'cl-lib)
(require 'eieio)
(require 'subr-x)

(declare-function eglot-current-server "ext:eglot")
(declare-function eglot-managed-p "ext:eglot")
(declare-function eglot--lsp-position-to-point "ext:eglot")
(declare-function eglot--TextDocumentIdentifier "ext:eglot")
(declare-function eglot--signal-textDocument/didChange "ext:eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function lsp--client-server-id "ext:lsp-mode")
(declare-function lsp--workspace-client "ext:lsp-mode")
(declare-function lsp-workspaces "ext:lsp-mode")
(declare-function lsp-request-async "ext:lsp-mode")
(declare-function lsp-register-client "ext:lsp-mode")
(declare-function lsp-stdio-connection "ext:lsp-mode")
(declare-function make-lsp-client "ext:lsp-mode")
(declare-function lsp--position-to-point "ext:lsp-mode")
(declare-function lsp--text-document-identifier "ext:lsp-mode")
(defvar eglot-server-programs)
(defvar lsp--cur-workspace)

(defgroup tuner nil "Live values of tunables and flags." :group 'tools)

(defcustom tuner-command '("tunerctl" "lsp")
  "The command that starts the language server."
  :type '(repeat string))

(defface tuner-hint '((t :inherit shadow))
  "The face of a live value.")

(defvar-local tuner--timer nil "The timer of the next request for hints.")

;;; The two clients

(defun tuner--connection ()
  "Return `(eglot . SERVER)' or `(lsp . WORKSPACE)' of the current buffer, or nil."
  (cond ((and (featurep 'eglot) (eglot-managed-p) (object-of-class-p (eglot-current-server) 'tuner-eglot-server))
         (cons 'eglot (eglot-current-server)))
        ((bound-and-true-p lsp-mode)
         (when-let ((workspace (tuner--lsp-workspace))) (cons 'lsp workspace)))))

(defun tuner--lsp-workspace ()
  "Return the workspace of the server among those of the buffer."
  (cl-find 'tuner (lsp-workspaces)
           :key (lambda (workspace) (lsp--client-server-id (lsp--workspace-client workspace)))))

(defun tuner--document (connection)
  "Return the identifier of the current buffer for CONNECTION."
  (if (eq (car connection) 'eglot) (eglot--TextDocumentIdentifier) (lsp--text-document-identifier)))

(defun tuner--request (connection method params receive &optional fail)
  "Send the request METHOD with PARAMS, and call RECEIVE with its result.
After an error, call FAIL with it, or show its message."
  (let ((fail (or fail (lambda (fault) (message "Tuner: %s" (tuner--get fault "message"))))))
    (pcase connection
      (`(eglot . ,server)
       (eglot--signal-textDocument/didChange)
       (jsonrpc-async-request server (intern (concat ":" method)) params :success-fn receive :error-fn fail))
      (`(lsp . ,workspace)
       (let ((lsp--cur-workspace workspace))
         (lsp-request-async method params receive :mode 'alive :error-handler fail))))))

(defun tuner--wait (connection method params)
  "Send the request METHOD with PARAMS, and return its result."
  ;; `lsp-request' loses the messages that arrive together with the response, such as a refresh.
  (let* ((response nil)
         (limit (+ (float-time) 5)))
    (tuner--request connection method params
                    (lambda (result) (setq response (list result)))
                    (lambda (fault) (setq response fault)))
    (while (and (not response) (< (float-time) limit)) (accept-process-output nil 0.05))
    (cond ((not response) (user-error "Tuner: tunerctl lsp does not respond"))
          ((and (listp response) (not (keywordp (car response)))) (car response))
          (t (user-error "Tuner: %s" (tuner--get response "message"))))))

(defun tuner--get (object name)
  "Return the member NAME of OBJECT, a hash table or a property list."
  (if (hash-table-p object) (gethash name object) (plist-get object (intern (concat ":" name)))))

(defun tuner--point (connection position)
  "Return the place of POSITION in the buffer, as CONNECTION counts columns."
  (if (eq (car connection) 'eglot) (eglot--lsp-position-to-point position) (lsp--position-to-point position)))

(with-eval-after-load 'eglot
  (defclass tuner-eglot-server (eglot-lsp-server) () :documentation "The server `tunerctl lsp'.")

  (cl-defmethod eglot-client-capabilities :around ((_server tuner-eglot-server))
    (let ((capabilities (cl-call-next-method)))
      (plist-put (plist-get capabilities :workspace) :inlayHint '(:refreshSupport t))
      capabilities))

  (cl-defmethod eglot-handle-request :after
    ((server tuner-eglot-server) (_method (eql workspace/inlayHint/refresh)) &rest _)
    (tuner--refresh (lambda () (eq (cdr (tuner--connection)) server))))

  (unless (fboundp 'eglot-inlay-hints-mode)
    (cl-defmethod eglot-handle-request 
      ((_server tuner-eglot-server) (_method (eql workspace/inlayHint/refresh)) &rest _)
      nil))

  (add-hook 'eglot-managed-mode-hook #'tuner--update-mode))

(defun tuner-eglot ()
  "Show live values in this buffer with Eglot, which has one server for a buffer."
  (interactive)
  (require 'eglot)
  (let ((eglot-server-programs `((,major-mode . (tuner-eglot-server . ,tuner-command)))))
    (call-interactively #'eglot)))

(defun tuner--add-refresh (capabilities)
  "Return CAPABILITIES with the refresh of hints, if they are for this server."
  (if (not (assq 'tuner capabilities))
      capabilities
    (let ((workspace (assq-delete-all 'inlayHint (copy-sequence (alist-get 'workspace capabilities))))
          (others (copy-sequence capabilities)))
      (dolist (name '(tuner workspace)) (setq others (assq-delete-all name others)))
      `((workspace . ((inlayHint . ((refreshSupport . t))) . ,workspace)) . ,others))))

(with-eval-after-load 'lsp-mode
  ;; The custom capabilities of a client cannot add a member to `workspace'.
  (advice-add 'lsp--client-capabilities :filter-return #'tuner--add-refresh)
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () tuner-command))
    :activation-fn (lambda (&rest _) (derived-mode-p 'prog-mode 'conf-mode 'text-mode))
    :server-id 'tuner
    :add-on? t
    :custom-capabilities '((tuner . t))
    :request-handlers
    (let ((handlers (make-hash-table :test 'equal)))
      (puthash "workspace/inlayHint/refresh"
               (lambda (workspace _) (tuner--refresh (lambda () (eq (cdr (tuner--connection)) workspace))))
               handlers)
      handlers)))
  (add-hook 'lsp-after-open-hook #'tuner--update-mode))

;;; Hints

(define-minor-mode tuner-mode
  "Show the live values of tunables and flags in the buffer.
The mode is turned on by the language server."
  :lighter " Tuner"
  (remove-overlays nil nil 'tuner t)
  (if tuner-mode
      (progn (add-hook 'after-change-functions #'tuner--note-change nil t)
             ;; Eglot has not sent the buffer to the server yet.
             (tuner--note-change))
    (remove-hook 'after-change-functions #'tuner--note-change t)))

(defun tuner--update-mode ()
  "Turn `tuner-mode' on if the client itself shows no hints of the server."
  (let ((connection (tuner--connection)))
    (cond ((not connection) (when tuner-mode (tuner-mode -1)))
          ((fboundp (if (eq (car connection) 'eglot) 'eglot-inlay-hints-mode 'lsp-inlay-hints-mode)) nil)
          (t (tuner-mode 1)))))

(defun tuner--refresh (is-served)
  "Show the hints again in the buffers for which IS-SERVED returns true."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and tuner-mode (funcall is-served)) (tuner--show))))
  nil)

(defun tuner--note-change (&rest _)
  "Show the hints again when nobody has typed for a moment."
  (when tuner--timer (cancel-timer tuner--timer))
  (let ((buffer (current-buffer)))
    (setq tuner--timer
          (run-with-timer 0.2 nil (lambda ()
                                    (when (buffer-live-p buffer)
                                      (with-current-buffer buffer (when tuner-mode (tuner--show)))))))))

(defun tuner--parameters (connection first last)
  "Return the parameters of a request for hints.
The hints of CONNECTION are between the lines FIRST and LAST, from 0."
  `(:textDocument ,(tuner--document connection)
    :range (:start (:line ,first :character 0) :end (:line ,last :character 0))))

(defun tuner--show ()
  "Request the hints of the buffer, and show them."
  (when-let ((connection (tuner--connection)))
    (let ((buffer (current-buffer))
          (tick (buffer-chars-modified-tick))
          (params (tuner--parameters connection 0 (line-number-at-pos (point-max) t))))
      (tuner--request connection "textDocument/inlayHint" params
                      (lambda (hints)
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer
                            ;; A later request brings the hints of a text that has changed.
                            (when (and tuner-mode (= tick (buffer-chars-modified-tick)))
                              (remove-overlays nil nil 'tuner t)
                              (mapc (lambda (hint) (tuner--show-hint connection hint)) hints)))))))))

(defun tuner--show-hint (connection hint)
  "Show HINT of CONNECTION."
  (let* ((label (tuner--get hint "label"))
         (text (if (stringp label) label (mapconcat (lambda (part) (tuner--get part "value")) label "")))
         (place (save-restriction (widen) (tuner--point connection (tuner--get hint "position"))))
         (overlay (make-overlay place place)))
    (overlay-put overlay 'tuner t)
    (overlay-put overlay 'after-string
                 (propertize (concat " " text) 'face 'tuner-hint 'help-echo (tuner--get hint "tooltip")))))

;;; Commands

(defun tuner-bake (begin end)
  "Write the live values between BEGIN and END into the code.
These are the ends of the region or of the line."
  (interactive
   (if (use-region-p) (list (region-beginning) (region-end)) (list (line-beginning-position) (line-end-position))))
  (let* ((connection (or (tuner--connection) (user-error "Tuner: tunerctl lsp does not serve this buffer")))
         (first (1- (line-number-at-pos begin t)))
         (last (line-number-at-pos end t))
         (hints (tuner--wait connection "textDocument/inlayHint" (tuner--parameters connection first last)))
         (edits (cl-loop for hint in (append hints nil)
                         when (< (tuner--get (tuner--get hint "position") "line") last)
                         append (append (tuner--get hint "textEdits") nil))))
    (tuner--apply connection edits)
    (message "Tuner: %d %s written" (length edits) (if (= (length edits) 1) "value" "values"))))

(defun tuner-bake-buffer ()
  "Write all live values of the buffer into the code."
  (interactive)
  (tuner-bake (point-min) (point-max)))

(defun tuner--apply (connection edits)
  "Apply EDITS of CONNECTION, which do not overlap, to the buffer."
  (atomic-change-group
    (dolist (edit (mapcar (lambda (edit)
                            (let ((range (tuner--get edit "range")))
                              (list (copy-marker (tuner--point connection (tuner--get range "start")))
                                    (copy-marker (tuner--point connection (tuner--get range "end")))
                                    (tuner--get edit "newText"))))
                          edits))
      (pcase-let ((`(,start ,end ,text) edit))
        (save-excursion
          (goto-char start)
          (delete-region start end)
          (insert text))))))

(defun tuner--execute (command &rest arguments)
  "Run COMMAND of the server with ARGUMENTS."
  (tuner--wait (or (tuner--connection) (user-error "Tuner: tunerctl lsp does not serve this buffer"))
               "workspace/executeCommand"
               `(:command ,command :arguments ,(vconcat arguments))))

(defun tuner-set (key text)
  "Set the live value of KEY to TEXT, which is JSON or a string."
  (interactive (list (tuner--read-key) (read-string "Value: ")))
  (tuner--execute "tuner.set" key
                  (condition-case nil
                      (json-parse-string text :object-type 'plist :false-object :json-false)
                    (error text))))

(defun tuner-reset (key)
  "Remove the live value of KEY, so that the default of the code is used."
  (interactive (list (tuner--read-key)))
  (tuner--execute "tuner.reset" key))

(defun tuner--read-key ()
  "Read a key; the text in the string at point is the default."
  (let ((found (and (nth 3 (syntax-ppss))
                    (save-excursion
                      (goto-char (1+ (nth 8 (syntax-ppss))))
                      (and (looking-at "[^\"'`\n]+") (match-string-no-properties 0))))))
    (read-string "Key: " nil nil found)))

(provide 'tuner)
;;; tuner.el ends here
