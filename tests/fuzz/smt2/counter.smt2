(set-logic ALL)
(declare-sort Loc 0)
(declare-const l0 Loc)
(declare-const l1 Loc)
(assert (distinct l0 l1))
(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool (and (= pc src) rel))
(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
  (and (= pc src) (= pc1 dst) rel))
(define-fun init_main ((pc Loc) (x Int) (y Int)) Bool (cfg_init pc l0 (> x 0)))
(define-fun next_main ((pc Loc) (x Int) (y Int) (pc1 Loc) (x1 Int) (y1 Int)) Bool
  (or
    (cfg_trans2 pc l0 pc1 l1 (and (= x1 (- x 1)) (= y1 (+ y (* 2 x)))))
    (cfg_trans2 pc l1 pc1 l0 (and (> x1 x) (<= x1 (+ x 7)) (= y1 y)))
    (cfg_trans2 pc l1 pc1 l1 (exists ((k Int)) (and (= x (* 2 k)) (= x1 k) (or (= y1 0) (< y1 -5)))))))
