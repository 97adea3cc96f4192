//! Expressions without side effects, each with the interval its value lies in.
//!
//! Invariant: evaluating an [`Expr`] is defined in both data models and its value lies in `range`. Whoever combines
//! expressions computes the result's interval, and repairs the operands where it would not fit.

use super::Gen;
use super::int::{Int, Range, conflict};

/// `text` is a primary or parenthesised expression of type `ty`.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) text: String,
    pub(crate) ty: Int,
    pub(crate) range: Range,
}

impl Expr {
    pub(crate) fn literal(ty: Int, value: i128) -> Expr {
        Expr { text: ty.literal(value), ty: ty.promoted(), range: (value, value) }
    }

    fn converted(mut self, ty: Int) -> Expr {
        self.range = ty.converted(self.range);
        self.ty = ty;
        self
    }

    pub(crate) fn cast(self, ty: Int) -> Expr {
        let mut cast = self.converted(ty);
        cast.text = format!("(({}){})", ty.name(), cast.text);
        cast
    }

    fn boolean(text: String) -> Expr {
        Expr { text, ty: Int::I32, range: (0, 1) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
}

impl Arith {
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Arith::Add => "+",
            Arith::Sub => "-",
            Arith::Mul => "*",
        }
    }

    pub(crate) fn range(self, a: Range, b: Range) -> Range {
        match self {
            Arith::Add => (a.0 + b.0, a.1 + b.1),
            Arith::Sub => (a.0 - b.1, a.1 - b.0),
            Arith::Mul => corners(a, b, |x, y| x.saturating_mul(y)),
        }
    }
}

fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> i128) -> Range {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    (all.into_iter().min().expect("invariant: four corners"), all.into_iter().max().expect("invariant: four corners"))
}

pub(crate) fn inside(inner: Range, outer: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// Brings two operands to their common type.
fn unify(a: Expr, b: Expr) -> (Expr, Expr, Int) {
    let separate = |e: Expr| match e.ty {
        Int::Long => e.cast(Int::I64),
        Int::ULong => e.cast(Int::U64),
        _ => e,
    };
    let (a, b) = if conflict(a.ty.promoted(), b.ty.promoted()) { (separate(a), separate(b)) } else { (a, b) };
    let ty = a.ty.promoted().max(b.ty.promoted());
    (a.converted(ty), b.converted(ty), ty)
}

impl Gen {
    /// An expression of some integer type; at most `depth` operators deep.
    pub(crate) fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(20) {
            return self.leaf_expr();
        }
        match self.rng.below(20) {
            0..=6 => {
                let op = self.rng.pick(&[Arith::Add, Arith::Add, Arith::Sub, Arith::Mul]);
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                self.arith(op, a, b)
            }
            7 => self.division(depth - 1),
            8 | 9 => self.bitwise(depth - 1),
            10 | 11 => self.shift(depth - 1),
            12 | 13 => self.condition(depth - 1),
            14 => self.unary(depth - 1),
            15 | 16 => {
                let ty = self.int_type();
                self.expr(depth - 1).cast(ty)
            }
            17 => self.ternary(depth - 1),
            18 => self.bit_builtin(depth - 1),
            _ => self.pure_call(depth - 1).unwrap_or_else(|| self.leaf_expr()),
        }
    }

    pub(crate) fn leaf_expr(&mut self) -> Expr {
        if self.rng.chance(75)
            && let Some(place) = self.readable()
        {
            return Expr { text: place.text, ty: place.ty, range: place.range };
        }
        self.constant()
    }

    pub(crate) fn constant(&mut self) -> Expr {
        let ty = self.rng.pick(&[Int::I32, Int::I32, Int::I32, Int::U32, Int::Long, Int::ULong, Int::I64, Int::U64]);
        let (low, high) = ty.limits();
        let value = match self.rng.below(8) {
            0..=3 => self.rng.below(17) as i128,
            4 => -(self.rng.below(100) as i128),
            5 => self.rng.pick(&[127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fff_ffff]),
            6 => self.rng.pick(&[low, low + 1, high, high - 1, high / 2]),
            _ => self.rng.next() as i128 >> self.rng.below(60),
        };
        Expr::literal(ty, value.clamp(low, high))
    }

    pub(crate) fn arith(&mut self, op: Arith, a: Expr, b: Expr) -> Expr {
        let (a, b, ty) = unify(a, b);
        let range = op.range(a.range, b.range);
        if !ty.signed() || inside(range, ty.limits()) {
            let text = format!("({} {} {})", a.text, op.sign(), b.text);
            return Expr { text, ty, range: ty.converted(range) };
        }
        match self.rng.below(3) {
            0 => {
                let unsigned = ty.to_unsigned();
                let wrapped = self.arith(op, a.cast(unsigned), b.cast(unsigned));
                if self.rng.chance(50) { wrapped.cast(ty) } else { wrapped }
            }
            1 if ty != Int::I64 && inside(op.range(a.range, b.range), Int::I64.range()) => {
                self.arith(op, a.cast(Int::I64), b)
            }
            _ => {
                let bits = match (op, ty) {
                    (Arith::Mul, Int::I64) => 31,
                    (Arith::Mul, _) => 15,
                    (_, Int::I64) => 62,
                    _ => 30,
                };
                let (a, b) = (self.reduced(a, bits), self.reduced(b, bits));
                self.arith(op, a, b)
            }
        }
    }

    /// The expression with its magnitude cut to `bits` bits; `bits` < 63.
    pub(crate) fn reduced(&mut self, e: Expr, bits: u32) -> Expr {
        let limit = 1i128 << bits;
        if inside(e.range, (-limit + 1, limit - 1)) {
            return e;
        }
        let literal_type = if bits <= 30 { Int::I32 } else { Int::I64 };
        let shorter = bits - self.rng.below(u64::from(bits.min(5))) as u32;
        if self.rng.chance(50) {
            self.masked(e, (1 << shorter) - 1)
        } else {
            self.modulo(e, (1i128 << shorter) - 1, literal_type)
        }
    }

    /// `e & mask`, for a mask of the form 2^n - 1 that is no larger than a `long long`.
    pub(crate) fn masked(&mut self, e: Expr, mask: i128) -> Expr {
        let literal_type = if mask <= i32::MAX as i128 { Int::I32 } else { Int::I64 };
        let (e, m, ty) = unify(e, Expr::literal(literal_type, mask));
        let high = if e.range.0 >= 0 { mask.min(next_mask(e.range.1)) } else { mask };
        Expr { text: format!("({} & {})", e.text, m.text), ty, range: (0, high) }
    }

    fn modulo(&mut self, e: Expr, by: i128, literal_type: Int) -> Expr {
        let (e, m, ty) = unify(e, Expr::literal(literal_type, by));
        let range = (
            if e.range.0 < 0 { (-by + 1).max(e.range.0) } else { 0 },
            if e.range.1 > 0 { (by - 1).min(e.range.1) } else { 0 },
        );
        Expr { text: format!("({} % {})", e.text, m.text), ty, range }
    }

    /// The expression with its value brought into 0 … n-1, as an index into `n` elements.
    pub(crate) fn index_below(&mut self, e: Expr, n: u64) -> Expr {
        let last = i128::from(n) - 1;
        if inside(e.range, (0, last)) {
            return e;
        }
        if n.is_power_of_two() {
            return self.masked(e, last);
        }
        if e.range.0 >= 0 {
            return self.modulo(e, i128::from(n), Int::I32);
        }
        let unsigned = e.ty.promoted().to_unsigned();
        self.modulo(e.cast(unsigned), i128::from(n), Int::I32)
    }

    fn division(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth), self.expr(depth));
        let (a, mut b, ty) = unify(a, b);
        if b.range.0 <= 0 && b.range.1 >= 0 {
            b = b.cast(ty);
            b = if !b.ty.signed() && self.rng.chance(50) {
                let text = format!("({} | {})", b.text, Expr::literal(b.ty, 1).text);
                Expr { text, ty: b.ty, range: (1, b.ty.range().1) }
            } else {
                let small = self.masked(b, 15);
                let one = Expr::literal(Int::I32, 1 + self.rng.below(9) as i128);
                self.arith(Arith::Add, small, one)
            };
        }
        let (a, b, ty) = unify(a, b);
        if b.range.0 <= 0 && b.range.1 >= -1 {
            return a.cast(ty);
        }
        if self.rng.chance(50) {
            let range = corners(a.range, b.range, |x, y| x / y);
            return Expr { text: format!("({} / {})", a.text, b.text), ty, range: ty.converted(range) };
        }
        let most = b.range.0.abs().max(b.range.1.abs()) - 1;
        let range = (if a.range.0 < 0 { -most } else { 0 }, most);
        Expr { text: format!("({} % {})", a.text, b.text), ty, range }
    }

    fn bitwise(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth), self.expr(depth));
        let (a, b, ty) = unify(a, b);
        let sign = self.rng.pick(&["&", "|", "^"]);
        let range = if a.range.0 >= 0 && b.range.0 >= 0 {
            (0, next_mask(a.range.1.max(b.range.1)))
        } else {
            // Both fit in a signed number of so many bits, and then so does the result.
            let high = [a.range.1, b.range.1, -1 - a.range.0, -1 - b.range.0].into_iter().max();
            let high = next_mask(high.expect("invariant: four bounds"));
            (-1 - high, high)
        };
        Expr { text: format!("({} {sign} {})", a.text, b.text), ty, range: ty.converted(range) }
    }

    fn shift(&mut self, depth: u32) -> Expr {
        let mut value = self.expr(depth);
        if self.rng.chance(50) {
            value = value.cast(self.rng.pick(&[Int::U32, Int::ULong, Int::U64]));
        }
        let ty = value.ty.promoted();
        let count = self.expr(depth.min(1));
        let left = self.rng.chance(50);
        let most = if left && ty.signed() { 7 } else { i128::from(ty.width()) - 1 };
        let count = self.masked(count, most);
        if !left {
            let range = corners(value.range, count.range, |x, y| x >> y);
            return Expr { text: format!("({} >> {})", value.text, count.text), ty, range };
        }
        if ty.signed() {
            value = self.masked(value, (1 << (ty.width() - 9)) - 1);
        }
        let range = (value.range.0 << count.range.0, value.range.1 << count.range.1);
        Expr {
            text: format!("({} << {})", value.text, count.text),
            ty: value.ty.promoted(),
            range: value.ty.promoted().converted(range),
        }
    }

    /// 0 or 1.
    pub(crate) fn condition(&mut self, depth: u32) -> Expr {
        let a = self.expr(depth);
        match self.rng.below(8) {
            0 => Expr::boolean(format!("(!{})", a.text)),
            1 | 2 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                Expr::boolean(format!("({} {} {})", a.text, self.rng.pick(&["&&", "||"]), b.text))
            }
            _ => {
                let b = self.expr(depth.min(1));
                let sign = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                Expr::boolean(format!("({} {sign} {})", a.text, b.text))
            }
        }
    }

    fn unary(&mut self, depth: u32) -> Expr {
        let e = self.expr(depth);
        let ty = e.ty.promoted();
        if self.rng.chance(40) {
            let range = (-1 - e.range.1, -1 - e.range.0);
            return Expr { text: format!("(~{})", e.text), ty, range: ty.converted(range) };
        }
        let range = (-e.range.1, -e.range.0);
        if ty.signed() && !inside(range, ty.limits()) {
            return self.arith(Arith::Sub, Expr::literal(Int::I32, 0), e);
        }
        Expr { text: format!("(-{})", e.text), ty, range: ty.converted(range) }
    }

    fn ternary(&mut self, depth: u32) -> Expr {
        let condition = self.condition(depth);
        let (a, b) = (self.expr(depth), self.expr(depth));
        let (a, b, ty) = unify(a, b);
        let range = (a.range.0.min(b.range.0), a.range.1.max(b.range.1));
        Expr { text: format!("({} ? {} : {})", condition.text, a.text, b.text), ty, range }
    }

    fn bit_builtin(&mut self, depth: u32) -> Expr {
        let e = self.expr(depth).cast(Int::U32).text;
        let wide = self.expr(depth).cast(Int::U64).text;
        let (text, ty, range) = match self.rng.below(6) {
            0 => (format!("__builtin_popcount({e})"), Int::I32, (0, 32)),
            1 => (format!("__builtin_popcountll({wide})"), Int::I32, (0, 64)),
            2 => (format!("__builtin_clz({e} | 1u)"), Int::I32, (0, 31)),
            3 => (format!("__builtin_ctzll({wide} | 256ull)"), Int::I32, (0, 8)),
            4 => (format!("__builtin_bswap32({e})"), Int::U32, Int::U32.range()),
            _ => (format!("__builtin_bswap64({wide})"), Int::U64, Int::U64.range()),
        };
        // The exact type of the last two is the model's name for so many bits.
        Expr { text, ty: Int::I32, range }.cast(ty)
    }

    /// The expression, changed so that storing it in an object of type `ty` leaves a value of `range` there.
    pub(crate) fn fitted(&mut self, e: Expr, ty: Int, range: Range) -> Expr {
        let stored = ty.converted(e.range);
        if inside(stored, range) {
            return e;
        }
        let high = range.1.min(i64::MAX as i128);
        if range.0 >= 0 {
            // Ranges of variables that are not a whole type end at 2^n - 1.
            return self.masked(e, high);
        }
        self.modulo(e, high + 1, if high < i32::MAX as i128 { Int::I32 } else { Int::I64 })
    }
}

/// The smallest 2^n - 1 that is no less; the argument is not negative.
fn next_mask(value: i128) -> i128 {
    let bits = 128 - value.leading_zeros();
    (1 << bits) - 1
}
