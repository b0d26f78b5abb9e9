;; calls another contract, also by a trait, and has code on one line
(define-trait payer ((deposit (uint) (response uint uint))))
(define-constant OWNER tx-sender)
(define-data-var entries uint (+ u1 u1))
(define-map notes uint (string-ascii 10))
(map-set notes u0 "first")

(define-read-only (note (id uint)) (map-get? notes id))

(define-private (is-even (n uint)) (is-eq (mod n u2) u0))

(define-private (double (n uint))
  (* n
    u2))

(define-read-only (evens (numbers (list 5 uint)))
  (map
    double
    (filter is-even numbers)))

(define-public (pay (amount uint))
  (begin
    (try! (contract-call? .bank deposit amount))
    (var-set entries (+ (var-get entries) u1))
    (ok true)))

(define-public (pay-by (target <payer>) (amount uint))
  (let ((paid (unwrap! (contract-call? target deposit amount) (err u9))))
    (asserts! (is-eq tx-sender OWNER) (err u8)) (ok (if (> paid u10) {kind: "large", sum: paid} {kind: "small", sum: paid}))))

(define-public (set-note
    (id uint)
    (text (string-ascii 10)))
  (if (and (> id u0) (is-none (map-get? notes id)))
    (begin (map-insert notes id text) (ok id))
    (err (if (is-eq id u0)
      u1
      u2))))
