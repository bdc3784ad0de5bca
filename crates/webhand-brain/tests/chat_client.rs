//! The Chat Completions client against the scripted provider.
