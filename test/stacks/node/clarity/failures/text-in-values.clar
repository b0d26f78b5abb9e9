;;; contract c
(define-private (log (text (string-utf8 200)) (bytes (buff 4)))
  (begin (print text) (print { text: text, bytes: bytes }) (len text)))
(define-public (say (text (string-utf8 200)) (ascii (string-ascii 50)))
  (begin
    (log text 0x0aff)
    (if (is-eq (len ascii) u0) (ok u0) (err ascii))))
;;                                     ^
;;; call c say u"a\nb\"│ ├── ( x ) └── (ok u1)"  "line\nbreak"
