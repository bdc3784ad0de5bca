mod abilities;
mod anything;
mod conversations;
mod data;
mod grounding;
mod pages;
mod parsing;
mod trouble;
