//! C types from debug information, for display.
//!
//! Types are converted when something of that type is met, and the fields of a record only when an access goes
//! through it: a program sees few of the types its headers declare.
//!
//! Equal types have equal ids, whatever nodes describe them: what was read in another context is found again, and the
//! table does not depend on who has met a type before. A type comes after those it is made of; only the fields of records
//! may come later.

use ir::{CType, CTypes, Encoding, Field, IdVec, Qualifier, Record, RecordKind, Renumbering, TypeId};
use rustc_hash::FxHashMap;

use super::retained::Retained;
use crate::llvm::{Meta, MetaKind, Module};

/// DWARF tags.
mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const CLASS: u16 = 0x02;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
    pub const POINTER: u16 = 0x0f;
    pub const REFERENCE: u16 = 0x10;
    pub const STRUCTURE: u16 = 0x13;
    pub const TYPEDEF: u16 = 0x16;
    pub const UNION: u16 = 0x17;
    pub const INHERITANCE: u16 = 0x1c;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const RVALUE_REFERENCE: u16 = 0x42;
    pub const ATOMIC: u16 = 0x47;
}

/// Operand numbers of LLVM's debug-information nodes.
mod op {
    pub const NAME: usize = 2;
    pub const BASE: usize = 3;
    pub const ELEMENTS: usize = 4;
    pub const SIGNATURE: usize = 3;
}

#[derive(Debug)]
pub struct CTypeCache<'m> {
    module: &'m Module,
    types: FxHashMap<Meta<'m>, TypeId>,
    /// Types that are not records.
    interned: FxHashMap<CType, TypeId>,
    records: FxHashMap<RecordKey, TypeId>,
    /// Records whose fields have not been needed yet.
    unfilled: FxHashMap<TypeId, Meta<'m>>,
    retained: Retained<'m>,
}

/// What tells records apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordKey {
    kind: RecordKind,
    name: Option<String>,
    size: u64,
    file: String,
    line: u32,
    /// Names of the members of a record without a name: a line may declare several.
    members: Vec<String>,
}

impl<'m> CTypeCache<'m> {
    pub fn new(module: &'m Module) -> Self {
        CTypeCache {
            module,
            types: FxHashMap::default(),
            interned: FxHashMap::default(),
            records: FxHashMap::default(),
            unfilled: FxHashMap::default(),
            retained: Retained::new(module),
        }
    }

    /// Name and type of a variable, local or global.
    pub fn variable(&mut self, types: &mut CTypes, variable: Meta<'m>) -> (Option<&'m str>, Option<TypeId>) {
        const VARIABLE_NAME: usize = 1;
        const VARIABLE_TYPE: usize = 3;
        let operands = variable.operands(self.module);
        let ty = operands.node(VARIABLE_TYPE).map(|ty| self.convert(types, ty));
        (operands.string(VARIABLE_NAME), ty)
    }

    /// The variable of a global's debug expression.
    pub fn global_variable(&self, expression: Meta<'m>) -> Option<Meta<'m>> {
        let is_wrapped = expression.kind() == MetaKind::GlobalVariableExpression;
        let variable = if is_wrapped { expression.operands(self.module).node(0)? } else { expression };
        (variable.kind() == MetaKind::GlobalVariable).then_some(variable)
    }

    /// The C type of a function.
    pub fn function(&mut self, types: &mut CTypes, subprogram: Meta<'m>) -> Option<TypeId> {
        const SUBPROGRAM_TYPE: usize = 4;
        let ty = subprogram.operands(self.module).node(SUBPROGRAM_TYPE)?;
        (ty.kind() == MetaKind::SubroutineType).then(|| self.convert(types, ty))
    }

    pub fn pointer_to(&mut self, types: &mut CTypes, to: TypeId) -> TypeId {
        self.intern(types, CType::Pointer { to })
    }

    /// The record of that name, if the program casts something to it.
    pub fn retained_record(&mut self, types: &mut CTypes, name: &str) -> Option<TypeId> {
        let record = self.retained.record(name)?;
        Some(self.convert(types, record))
    }

    fn intern(&mut self, types: &mut CTypes, ty: CType) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// The name of a type that has one.
    fn name_of(&self, ty: Meta<'m>) -> Option<&'m str> {
        ty.operands(self.module).string(op::NAME).filter(|name| !name.is_empty())
    }

    fn void(&mut self, types: &mut CTypes) -> TypeId {
        self.intern(types, CType::Void)
    }

    fn optional(&mut self, types: &mut CTypes, ty: Option<Meta<'m>>) -> TypeId {
        match ty {
            Some(ty) => self.convert(types, ty),
            None => self.void(types),
        }
    }

    pub fn convert(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let id = match ty.kind() {
            MetaKind::BasicType => {
                let name = self.name_of(ty).unwrap_or_default().to_string();
                let encoding = encoding(&name, ty.text(self.module).as_str());
                self.intern(types, CType::Base { name, size: ty.type_bits() / 8, encoding })
            }
            MetaKind::DerivedType => self.derived(types, ty),
            MetaKind::CompositeType => self.composite(types, ty),
            MetaKind::SubroutineType => self.subroutine(types, ty),
            MetaKind::Subrange
            | MetaKind::Enumerator
            | MetaKind::LocalVariable
            | MetaKind::GlobalVariable
            | MetaKind::GlobalVariableExpression
            | MetaKind::Subprogram
            | MetaKind::File
            | MetaKind::LexicalBlock
            | MetaKind::ScopeFile
            | MetaKind::Label
            | MetaKind::OtherScope
            | MetaKind::Constant
            | MetaKind::Tuple
            | MetaKind::Other => self.void(types),
        };
        self.types.insert(ty, id);
        id
    }

    /// Until the type is known, it is void to itself: what goes in circles without a record between is no C.
    fn reserve(&mut self, types: &mut CTypes, ty: Meta<'m>) {
        let void = self.void(types);
        self.types.insert(ty, void);
    }

    fn derived(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        let operands = ty.operands(self.module);
        self.reserve(types, ty);
        let of = self.optional(types, operands.node(op::BASE));
        let derived = match ty.tag() {
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => CType::Pointer { to: of },
            tag::TYPEDEF => CType::Typedef { name: operands.string(op::NAME).unwrap_or_default().to_string(), of },
            tag::CONST => CType::Qualified { qualifier: Qualifier::Const, of },
            tag::VOLATILE => CType::Qualified { qualifier: Qualifier::Volatile, of },
            tag::RESTRICT => CType::Qualified { qualifier: Qualifier::Restrict, of },
            tag::ATOMIC => CType::Qualified { qualifier: Qualifier::Atomic, of },
            _ => CType::Void,
        };
        self.intern(types, derived)
    }

    fn composite(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        match ty.tag() {
            tag::ARRAY => self.array(types, ty),
            tag::ENUMERATION => self.enumeration(types, ty),
            tag::STRUCTURE | tag::CLASS => self.record(types, ty, RecordKind::Struct),
            tag::UNION => self.record(types, ty, RecordKind::Union),
            _ => self.void(types),
        }
    }

    fn record(&mut self, types: &mut CTypes, ty: Meta<'m>, kind: RecordKind) -> TypeId {
        let name = self.name_of(ty).map(str::to_string);
        let size = ty.type_bits() / 8;
        let file = ty.type_file().map(|file| file.file_path(self.module).1.to_string()).unwrap_or_default();
        let members = if name.is_none() { self.member_names(ty) } else { Vec::new() };
        let key = RecordKey { kind, name, size, file, line: ty.type_line(), members };
        let id = self.keyed_record(types, key);
        if fields(types, id).is_empty() {
            self.unfilled.insert(id, ty);
        }
        id
    }

    fn keyed_record(&mut self, types: &mut CTypes, key: RecordKey) -> TypeId {
        if let Some(&id) = self.records.get(&key) {
            return id;
        }
        let record = Record { kind: key.kind, name: key.name.clone(), size: key.size, fields: Vec::new() };
        let id = types.push(CType::Record(record));
        self.records.insert(key, id);
        id
    }

    fn member_names(&self, record: Meta<'m>) -> Vec<String> {
        let Some(elements) = record.operands(self.module).node(op::ELEMENTS) else { return Vec::new() };
        let elements = elements.operands(self.module);
        let members = (0..elements.len()).filter_map(|index| elements.node(index));
        members.filter_map(|member| self.name_of(member)).map(str::to_string).collect()
    }

    /// Makes sure that the record's fields are there. Does nothing for other types.
    pub fn fill(&mut self, types: &mut CTypes, id: TypeId) {
        let Some(ty) = self.unfilled.remove(&id) else { return };
        let Some(elements) = ty.operands(self.module).node(op::ELEMENTS) else { return };
        let elements = elements.operands(self.module);
        let mut fields = Vec::with_capacity(elements.len());
        for member in (0..elements.len()).filter_map(|index| elements.node(index)) {
            let is_member = member.kind() == MetaKind::DerivedType
                && matches!(member.tag(), tag::MEMBER | tag::INHERITANCE)
                && !member.type_is_static_member();
            if !is_member {
                continue;
            }
            let operands = member.operands(self.module);
            let field_type = self.optional(types, operands.node(op::BASE));
            fields.push(Field {
                name: operands.string(op::NAME).filter(|name| !name.is_empty()).map(str::to_string),
                offset_bits: member.type_offset_bits(),
                size_bits: member.type_bits(),
                bit_field: member.type_is_bit_field(),
                ty: field_type,
            });
        }
        if let CType::Record(record) = &mut types[id] {
            record.fields = fields;
        }
    }

    /// Dimensions nest: `int a[2][3]` is one node with two ranges.
    fn array(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        let operands = ty.operands(self.module);
        self.reserve(types, ty);
        let mut of = self.optional(types, operands.node(op::BASE));
        let Some(ranges) = operands.node(op::ELEMENTS) else { return of };
        let ranges = ranges.operands(self.module);
        for range in (0..ranges.len()).rev().filter_map(|index| ranges.node(index)) {
            let is_counted = range.kind() == MetaKind::Subrange;
            let count = is_counted.then(|| range.operands(self.module).constant(0)).flatten();
            let count = count.and_then(|count| u64::try_from(count.sext_value()).ok());
            of = self.intern(types, CType::Array { of, count });
        }
        of
    }

    fn enumeration(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        let operands = ty.operands(self.module);
        let mut constants = Vec::new();
        if let Some(elements) = operands.node(op::ELEMENTS) {
            let elements = elements.operands(self.module);
            for enumerator in (0..elements.len()).filter_map(|index| elements.node(index)) {
                // The C API has no getter for the value.
                let printed = enumerator.text(self.module);
                if let (Some(name), Some(value)) = (quoted(&printed, "name: \""), number(&printed, "value: ")) {
                    constants.push((name, value));
                }
            }
        }
        let name = self.name_of(ty).map(str::to_string);
        self.intern(types, CType::Enum { name, size: ty.type_bits() / 8, constants })
    }

    fn subroutine(&mut self, types: &mut CTypes, ty: Meta<'m>) -> TypeId {
        self.reserve(types, ty);
        let Some(list) = ty.operands(self.module).node(op::SIGNATURE) else { return self.void(types) };
        let list = list.operands(self.module);
        let ret = self.optional(types, list.node(0));
        let mut params = Vec::with_capacity(list.len().saturating_sub(1));
        let mut variadic = false;
        for index in 1..list.len() {
            match list.node(index) {
                Some(param) => params.push(self.convert(types, param)),
                None => variadic = true,
            }
        }
        self.intern(types, CType::Function { ret, params, variadic })
    }
}

/// Taking over what another thread has met.
impl CTypeCache<'_> {
    /// The key of each record.
    pub fn into_records(self) -> FxHashMap<TypeId, RecordKey> {
        self.records.into_iter().map(|(key, id)| (id, key)).collect()
    }

    /// Adds the types of another table, in its order. Gives the new ids.
    pub fn adopt(
        &mut self,
        types: &mut CTypes,
        theirs: &CTypes,
        mut records: FxHashMap<TypeId, RecordKey>,
    ) -> IdVec<TypeId, TypeId> {
        let mut renumbering = Renumbering::default();
        for (id, ty) in theirs.iter_enumerated() {
            let new = match records.remove(&id) {
                Some(key) => self.keyed_record(types, key),
                None => {
                    let mut ty = ty.clone();
                    renumbering.c_type(&mut ty);
                    self.intern(types, ty)
                }
            };
            renumbering.types.push(new);
        }
        for (id, ty) in theirs.iter_enumerated() {
            let new = renumbering.types[id];
            if let CType::Record(record) = ty
                && !record.fields.is_empty()
                && fields(types, new).is_empty()
            {
                types[new] = ty.clone();
                renumbering.c_type(&mut types[new]);
                self.unfilled.remove(&new);
            }
        }
        renumbering.types
    }
}

/// The fields of a record as far as they are known; other types have none.
fn fields(types: &CTypes, id: TypeId) -> &[Field] {
    match &types[id] {
        CType::Record(record) => &record.fields,
        CType::Void
        | CType::Base { .. }
        | CType::Pointer { .. }
        | CType::Array { .. }
        | CType::Enum { .. }
        | CType::Typedef { .. }
        | CType::Function { .. }
        | CType::Qualified { .. } => &[],
    }
}

/// The encoding is in the printed node only.
fn encoding(name: &str, printed: &str) -> Encoding {
    match printed.split("encoding: DW_ATE_").nth(1).map(|rest| rest.trim_end_matches(')')) {
        Some("boolean") => Encoding::Bool,
        Some("signed_char") => Encoding::SignedChar,
        Some("unsigned_char") => Encoding::UnsignedChar,
        Some("float") => Encoding::Float,
        Some("complex_float") => Encoding::Complex,
        Some("unsigned" | "UTF") => Encoding::Unsigned,
        Some("signed") => Encoding::Signed,
        Some(_) | None if name.starts_with("unsigned") => Encoding::Unsigned,
        Some(_) | None => Encoding::Signed,
    }
}

fn quoted(printed: &str, key: &str) -> Option<String> {
    let rest = &printed[printed.find(key)? + key.len()..];
    Some(rest[..rest.find('"')?].to_string())
}

fn number(printed: &str, key: &str) -> Option<i128> {
    let rest = &printed[printed.find(key)? + key.len()..];
    let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_nodes() {
        let node = "!12 = !DIEnumerator(name: \"RED\", value: -3)";
        assert_eq!(quoted(node, "name: \""), Some("RED".to_string()));
        assert_eq!(number(node, "value: "), Some(-3));
        let node = "!13 = !DIBasicType(name: \"_Bool\", size: 8, encoding: DW_ATE_boolean)";
        assert_eq!(encoding("_Bool", node), Encoding::Bool);
    }
}
