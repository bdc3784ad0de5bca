// Generated from webhand-wire by `make generate`; do not edit.

export type HandsLevel = "quiet" | "debugger";

export type HandsHello = { version: number, 
/**
 * 64 hexadecimal digits, never used before.
 */
nonce: string, 
/**
 * The name that the pairing gave to this browser; absent while it is being paired by a code.
 */
device: string | null, };

export type HandsGreeting = { "challenge": { nonce: string, 
/**
 * The server's proof.
 */
proof: string, } } | { "welcome": { device: string, 
/**
 * Another one after each start of the server; messages of an earlier server are void.
 */
server: string, 
/**
 * Whether the link of before goes on; otherwise both sides count anew and the runs of before are over.
 */
resumed: boolean, 
/**
 * The number of the last message that arrived over it.
 */
received: number, } } | { "refused": { why: string, } };

export type HandsProof = { proof: string, 
/**
 * Another one after each start of the extension.
 */
link: string, 
/**
 * The server of the last welcome.
 */
server: string | null, 
/**
 * The number of the last message that arrived from it.
 */
received: number, };

export type HandsFrame<Message> = { 
/**
 * Counts up from 1; 0 where there is no message.
 */
no: number, 
/**
 * The number of the last message that arrived.
 */
ack: number, message?: Message, 
/**
 * Wants an acknowledgement at once.
 */
ping?: boolean, };

export type HandsOrder = { "open": { run: string, level: HandsLevel, name: string, } } | { "frame": { run: string, frame: string, } } | { "close": { run: string, } };

export type HandsNews = { "opened": { run: string, } } | { "frame": { run: string, frame: string, } } | { "closed": { run: string, why: string, } };
