(declare-sort Loc 0) (declare-const a Loc) (declare-const b Loc)
(assert (distinct a b))
(define-fun init_f ((pc Loc) (n Int)) Bool (cfg_init pc a true))
(define-fun next_f ((pc Loc) (n Int) (pc1 Loc) (m Int)) Bool
  (or (cfg_trans2 pc a pc1 b (= m (* n n))) (cfg_trans2 pc b pc1 a (and (not (= n m)) (=> (> n 3) (= m 2))))))
