//! Data that is read out of pages: lists, tables, schemas.

mod collection;
mod extraction;
