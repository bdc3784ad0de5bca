//! Agents that use a server over real sockets; its browsers are fakes.

mod agent;
mod ending;
mod entering;
mod garbage;
mod resuming;
mod runs;
mod seeds;
mod silence;
mod turns;
