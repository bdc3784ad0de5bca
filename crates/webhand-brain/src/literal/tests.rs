mod anything;
mod conversations;
mod data;
mod grounding;
mod parsing;
mod pages;
mod trouble;
