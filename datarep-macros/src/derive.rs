//! `#[derive(Datatype)]`: where the fields of a struct lie in the file.
//!
//! The fields follow each other in the file in declaration order, without padding. The generated code is safe: it
//! builds the struct from its fields and takes it apart into them. Only the typemap says where the fields are in
//! memory, for conversions that take bytes. A struct whose fields have their own formats has no typemap, because a
//! typemap leaves formats to the representation.

mod format;
mod refuse;

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Fields, Member, Type, Visibility};

use format::{FieldFormat, Formats, innermost_element};
use refuse::Refusal;

/// Returns the implementations for a struct, or compile errors that say what is wrong with it.
pub(crate) fn expand(item: &DeriveInput) -> TokenStream {
    let refusals = refuse::find_refusals(item);
    let mut errors: TokenStream = refusals.iter().map(Refusal::compile_error).collect();
    if let Some(fields) = refuse::fields(item)
        // The formats of a struct that is refused anyway would add faults that follow from the first.
        && refusals.is_empty()
    {
        match format::collect_formats(item, fields) {
            Ok(formats) => return Layout::new(item, fields, formats).emit_implementation(),
            Err(faults) => errors = faults,
        }
    }
    // With generic parameters the stub would need their bounds, and an error in it would come on top.
    let stub = item.generics.params.is_empty().then(|| emit_stub(item));
    quote! { #errors #stub }
}

/// The fields of a struct, and the names that the generated code uses.
struct Layout<'a> {
    name: &'a Ident,
    visibility: &'a Visibility,
    /// The name of the plan. It must differ from the names of the field types, which are in the same scope.
    plan: Ident,
    fields: Vec<Field<'a>>,
    /// The conversions of the fields that have their own formats.
    conversions: TokenStream,
}

struct Field<'a> {
    member: Member,
    /// Its name in messages.
    words: String,
    /// Its name as a variable.
    value: Ident,
    ty: &'a Type,
    /// What the attributes of the field say about its format.
    own: FieldFormat,
    last: bool,
}

impl<'a> Layout<'a> {
    fn new(item: &'a DeriveInput, fields: &'a Fields, formats: Formats) -> Layout<'a> {
        let count = fields.len();
        // The formats are in the order of the fields.
        let mut owns = formats.fields.into_iter();
        let field = |(index, (member, field)): (usize, (Member, &'a syn::Field))| Field {
            words: match &member {
                // Without `r#`, which is no part of the name for people.
                Member::Named(name) => name.unraw().to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            },
            member,
            // Numbered, so that it differs from every name in the field types and from tuple fields.
            value: format_ident!("field_{index}"),
            ty: &field.ty,
            own: owns.next().unwrap_or(FieldFormat::Nothing),
            last: index + 1 == count,
        };
        let fields = fields.members().zip(fields).enumerate().map(field).collect();
        let (plan, conversions) = (plan_name(&item.ident), formats.conversions);
        Layout { name: &item.ident, visibility: &item.vis, plan, fields, conversions }
    }

    fn emit_implementation(&self) -> TokenStream {
        let Layout { name, visibility, plan, conversions, .. } = self;
        // A typemap leaves the format of each type to the representation.
        let has_typemap = self.fields.iter().all(|field| matches!(field.own, FieldFormat::Nothing));
        let (checks, layout) = (self.emit_checks(), has_typemap.then(|| self.emit_layout()));
        // The span of the struct's name, so that a message about what a representation lacks points at the fields
        // and not at the macro.
        let item = quote_spanned!(name.span()=> ::datarep::codegen::Item<__R>);
        let (bounds, conversion) = (self.emit_bounds(), self.emit_conversion());
        quote! {
            const _: () = {
                #[automatically_derived]
                impl ::datarep::codegen::Datatype for #name {}

                #checks

                #conversions

                #layout

                #[automatically_derived]
                impl<__R> #item for #name
                where
                    __R: ::datarep::codegen::Representation,
                    #bounds
                {
                    type Plan = #plan<__R>;
                }

                #visibility struct #plan<__R>(::core::marker::PhantomData<__R>);

                #conversion
            };
        }
    }

    /// Generates the conversion in both directions, field by field.
    fn emit_conversion(&self) -> TokenStream {
        let Layout { name, plan, .. } = self;
        let bounds = self.emit_bounds();
        let extents = self.fields.iter().map(Field::emit_extent);
        let (read, write) = (self.emit_read(), self.emit_write());
        let (fault_read, fault_write) = (self.emit_fault_read(), self.emit_fault_write());
        quote! {
            #[automatically_derived]
            impl<__R> ::datarep::codegen::Plan for #plan<__R>
            where
                __R: ::datarep::codegen::Representation,
                #bounds
            {
                type Native = #name;

                const EXTENT: usize = 0 #(+ #extents)*;

                #[inline(always)]
                fn read(file: &[u8], tally: &mut ::datarep::codegen::Tally) -> #name {
                    #read
                }

                #[inline(always)]
                fn write(native: &#name, file: &mut [u8], tally: &mut ::datarep::codegen::Tally) {
                    #write
                }

                #[cold]
                fn fault_read(file: &[u8]) -> ::core::option::Option<::datarep::codegen::Fault> {
                    #fault_read
                }

                #[cold]
                fn fault_write(native: &#name) -> ::core::option::Option<::datarep::codegen::Fault> {
                    #fault_write
                }
            }
        }
    }

    /// Checks once for each field type, at the span of the type, that it can be in a file.
    fn emit_checks(&self) -> TokenStream {
        // A field with a format need not be of a type that a representation knows.
        let others = self.fields.iter().filter(|field| !matches!(field.own, FieldFormat::Format(_)));
        // The elements, because an array of a wrong type would be reported as an array.
        let types = remove_duplicates(others.map(|field| innermost_element(field.ty)));
        if types.is_empty() {
            return TokenStream::new();
        }
        let checks = types.iter().map(|ty| quote_spanned!(ty.span()=> datatype::<#ty>();));
        quote! {
            const _: fn() = || {
                fn datatype<T: ::datarep::codegen::Datatype>() {}
                #(#checks)*
            };
        }
    }

    /// Generates where the fields are in memory, and the conversions between the struct and bytes in this layout,
    /// field by field. Generates nothing if the library is built without files.
    ///
    /// The bounds have the form of those of [`Layout::emit_bounds`]: a type that cannot be in a file is reported once,
    /// elsewhere.
    fn emit_layout(&self) -> TokenStream {
        let name = self.name;
        let members: Vec<_> = self.fields.iter().map(|field| &field.member).collect();
        let types = remove_duplicates(self.fields.iter().map(|field| field.ty)).into_iter();
        // One type map for each field, also where two fields have one type.
        let all = self.fields.iter().map(|field| field.ty);
        quote! { ::datarep::codegen::with_files! {
            #[automatically_derived]
            impl ::datarep::codegen::Layout for #name
            where
                for<'__a> #name: ::core::marker::Copy,
                #(for<'__a> #types: ::datarep::codegen::Layout,)*
            {
                const BYTES: usize = ::core::mem::size_of::<#name>();

                fn typemap() -> ::core::result::Result<::datarep::codegen::Typemap, ::datarep::codegen::Error> {
                    ::datarep::codegen::structure::<#name>(&[#((
                        ::core::mem::offset_of!(#name, #members),
                        <#all as ::datarep::codegen::Layout>::typemap()?,
                    )),*])
                }

                #[inline]
                fn load(bytes: &[u8]) -> ::core::option::Option<Self> {
                    ::core::option::Option::Some(#name {
                        #(#members: ::datarep::codegen::load_field(
                            bytes, ::core::mem::offset_of!(#name, #members),
                        )?),*
                    })
                }

                #[inline]
                fn store(&self, bytes: &mut [u8]) {
                    #(::datarep::codegen::store_field(
                        &self.#members, bytes, ::core::mem::offset_of!(#name, #members),
                    );)*
                }
            }
        } }
    }

    /// The bounds of an `impl`: the representation supports each field type, and the struct is `Copy`.
    ///
    /// The compiler reports a bound that is evidently false at each `impl`, unless the bound mentions a
    /// lifetime. With `for<'__a>`, a missing implementation is reported only once, by [`Layout::emit_checks`] and
    /// by the `impl` of `Datatype`.
    fn emit_bounds(&self) -> TokenStream {
        let name = self.name;
        // Only these fields depend on the representation of the file.
        let plain = self.fields.iter().filter(|field| matches!(field.own, FieldFormat::Nothing));
        let types = remove_duplicates(plain.map(|field| field.ty)).into_iter();
        let types = types.map(|ty| quote_spanned!(ty.span()=> for<'__a> #ty: ::datarep::codegen::Item<__R>,));
        let others = self.fields.iter().filter_map(|field| {
            let (ty, FieldFormat::Representation(path)) = (field.ty, &field.own) else { return None };
            // Another representation is known, so that the bound holds whatever the file's is.
            Some(quote_spanned!(ty.span()=> for<'__a> #ty: ::datarep::codegen::Item<#path>,))
        });
        quote! {
            for<'__a> #name: ::core::marker::Copy,
            #(#types)*
            #(#others)*
        }
    }

    fn emit_read(&self) -> TokenStream {
        // Each field takes its bytes from the front, so that no offset has to be computed.
        let fields = self.fields.iter().map(|field| {
            let (part, value, plan) = (field.emit_part(), &field.value, field.emit_plan_type());
            quote! { #part let #value = #plan::read(part, tally); }
        });
        // A struct and a tuple struct are built in the same way: the fields of a tuple have numbers as names.
        let members = self.fields.iter().map(|field| &field.member);
        let values = self.fields.iter().map(|field| &field.value);
        let name = self.name;
        quote! { #(#fields)* #name { #(#members: #values),* } }
    }

    fn emit_write(&self) -> TokenStream {
        let fields = self.fields.iter().map(|field| {
            let (part, member, plan) = (field.emit_part_mut(), &field.member, field.emit_plan_type());
            quote! { #part #plan::write(&native.#member, part, tally); }
        });
        fields.collect()
    }

    fn emit_fault_read(&self) -> TokenStream {
        let fields = self.fields.iter().map(|field| {
            let (part, plan, words) = (field.emit_part(), field.emit_plan_type(), &field.words);
            quote! {
                #part
                if let ::core::option::Option::Some(fault) = #plan::fault_read(part) {
                    return ::core::option::Option::Some(fault.within(#words));
                }
            }
        });
        quote! { #(#fields)* ::core::option::Option::None }
    }

    fn emit_fault_write(&self) -> TokenStream {
        let fields = self.fields.iter().map(|field| {
            let (member, plan, words) = (&field.member, field.emit_plan_type(), &field.words);
            quote! {
                if let ::core::option::Option::Some(fault) = #plan::fault_write(&native.#member) {
                    return ::core::option::Option::Some(fault.within(#words));
                }
            }
        });
        quote! { #(#fields)* ::core::option::Option::None }
    }
}

impl Field<'_> {
    /// Emits the path of the plan that converts the field, to be followed by an associated item.
    fn emit_plan_type(&self) -> TokenStream {
        let ty = self.ty;
        match &self.own {
            FieldFormat::Nothing => {
                quote!(<<#ty as ::datarep::codegen::Item<__R>>::Plan as ::datarep::codegen::Plan>)
            }
            FieldFormat::Representation(path) => {
                quote!(<<#ty as ::datarep::codegen::Item<#path>>::Plan as ::datarep::codegen::Plan>)
            }
            FieldFormat::Format(plan) => quote!(<#plan as ::datarep::codegen::Plan>),
        }
    }

    fn emit_extent(&self) -> TokenStream {
        let plan = self.emit_plan_type();
        quote!(#plan::EXTENT)
    }

    /// Emits a statement that takes the bytes of this field from the front of `file`. The last field takes all remaining
    /// bytes.
    fn emit_part(&self) -> TokenStream {
        self.emit_split(&quote!(split_at))
    }

    /// As [`Field::emit_part`], where `file` is written.
    fn emit_part_mut(&self) -> TokenStream {
        self.emit_split(&quote!(split_at_mut))
    }

    fn emit_split(&self, split: &TokenStream) -> TokenStream {
        if self.last {
            return quote!(let part = file;);
        }
        let extent = self.emit_extent();
        quote!(let (part, file) = file.#split(#extent);)
    }
}

/// Returns the types without duplicates.
fn remove_duplicates<'a>(types: impl Iterator<Item = &'a Type>) -> Vec<&'a Type> {
    let mut seen = HashSet::new();
    // Types are compared by their tokens, since a macro does not know what they mean.
    types.filter(|ty| seen.insert(ty.to_token_stream().to_string())).collect()
}

fn plan_name(name: &Ident) -> Ident {
    // A raw identifier has no place inside another one.
    format_ident!("__PlanOf{}", name.unraw())
}

/// Returns implementations for a refused type, so that its uses cause no further errors.
fn emit_stub(item: &DeriveInput) -> TokenStream {
    let (name, visibility) = (&item.ident, &item.vis);
    let plan = plan_name(name);
    // With `for<'__a>`, the compiler does not report that the bound is false.
    let bound = quote! {
        for<'__a> #name: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync,
    };
    let (layout, conversion) = (emit_layout_stub(name, &bound), emit_plan_stub(name, &plan, &bound));
    quote! {
        const _: () = {
            impl ::datarep::codegen::Datatype for #name
            where
                #bound
            {}

            #layout

            impl<__R> ::datarep::codegen::Item<__R> for #name
            where
                __R: ::datarep::codegen::Representation,
                #bound
            {
                type Plan = #plan;
            }

            #visibility struct #plan;

            #conversion
        };
    }
}

fn emit_layout_stub(name: &Ident, bound: &TokenStream) -> TokenStream {
    quote! {
        ::datarep::codegen::with_files! { impl ::datarep::codegen::Layout for #name
        where
            #bound
        {
            const BYTES: usize = 0;

            fn typemap() -> ::core::result::Result<::datarep::codegen::Typemap, ::datarep::codegen::Error> {
                ::core::unreachable!()
            }

            fn load(_: &[u8]) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }

            fn store(&self, _: &mut [u8]) {
                ::core::unreachable!()
            }
        } }
    }
}

fn emit_plan_stub(name: &Ident, plan: &Ident, bound: &TokenStream) -> TokenStream {
    quote! {
        impl ::datarep::codegen::Plan for #plan
        where
            #bound
        {
            type Native = #name;

            const EXTENT: usize = 1;

            fn read(_: &[u8], _: &mut ::datarep::codegen::Tally) -> #name {
                ::core::unreachable!()
            }

            fn write(_: &#name, _: &mut [u8], _: &mut ::datarep::codegen::Tally) {}

            fn fault_read(_: &[u8]) -> ::core::option::Option<::datarep::codegen::Fault> {
                ::core::option::Option::None
            }

            fn fault_write(_: &#name) -> ::core::option::Option<::datarep::codegen::Fault> {
                ::core::option::Option::None
            }
        }
    }
}
