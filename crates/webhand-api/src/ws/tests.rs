//! Agents that speak to a server over real sockets; its browsers are made of paper.

mod agent;
mod ending;
mod entering;
mod garbage;
mod resuming;
mod seeds;
mod silence;
mod turns;
