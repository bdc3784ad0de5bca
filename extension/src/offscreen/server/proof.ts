// Keys of pairings and what is proven with them, as `proof.rs` of the server has them.

const encoder = new TextEncoder();
const STRETCHED = 20_000;
const SALT = encoder.encode('webhand pairing 1');
/** Letters that are mistaken for digits. */
const MISTAKEN: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** The facts that a proof is about. */
export interface Transcript {
  /** Absent while pairing. */
  readonly device: string | null;
  /** Host and port that were dialled. */
  readonly host: string;
  readonly extensionNonce: string;
  readonly serverNonce: string;
}

/** The key of a code as a person writes it. */
export async function codeKey(code: string): Promise<string> {
  const letters = code.toUpperCase().match(/[0-9A-Z]/g) ?? [];
  const plain = letters.map((letter) => MISTAKEN[letter] ?? letter).join('');
  const secret = await crypto.subtle.importKey('raw', encoder.encode(plain), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: SALT, iterations: STRETCHED };
  return hex(await crypto.subtle.deriveBits(how, secret, 256));
}

/** The proof of the extension. */
export function prove(key: string, about: Transcript): Promise<string> {
  return sign(key, written('extension', about));
}

/** Whether the server knows the key. */
export async function isProven(key: string, about: Transcript, proof: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(proof)) return false;
  const text = encoder.encode(written('server', about));
  return crypto.subtle.verify('HMAC', await macKey(key, 'verify'), bytes(proof), text);
}

/** The lasting key of the device that this pairing makes. */
export function deviceKey(key: string, about: Transcript, device: string): Promise<string> {
  return sign(key, written(`device ${device}`, about));
}

export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

function written(label: string, { device, host, extensionNonce, serverNonce }: Transcript): string {
  return ['webhand hands 1', label, device ?? '-', host, extensionNonce, serverNonce].join('\n');
}

async function sign(key: string, text: string): Promise<string> {
  return hex(await crypto.subtle.sign('HMAC', await macKey(key, 'sign'), encoder.encode(text)));
}

function macKey(key: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
