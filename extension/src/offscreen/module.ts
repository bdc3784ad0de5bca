// The engine as a wasm module: bytes in, messages out.

interface Exports {
  readonly memory: WebAssembly.Memory;
  alloc(length: number): number;
  dealloc(address: number, length: number): void;
  deliver(address: number, length: number): bigint;
  panic_message(): bigint;
}

/** A message of the module by its name; the shapes are those of `message.rs`. */
export type ModuleMessage = Readonly<Record<string, unknown>>;

export class EngineModule {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async load(url: string): Promise<EngineModule> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url));
    return new EngineModule(instance.exports as unknown as Exports);
  }

  /** Applies a message; throws after a panic, and the module is of no further use. */
  deliver(message: unknown): ModuleMessage[] {
    const random = [...crypto.getRandomValues(new Uint32Array(4))];
    const bytes = this.#encoder.encode(JSON.stringify({ now: Date.now(), random, message }));
    const address = this.#exports.alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    let answer: bigint;
    try {
      answer = this.#exports.deliver(address, bytes.length);
    } catch (trap) {
      throw new Error(`the engine stopped: ${this.#read(this.#exports.panic_message())}`, { cause: trap });
    }
    this.#exports.dealloc(address, bytes.length);
    return (JSON.parse(this.#read(answer)) as { messages: ModuleMessage[] }).messages;
  }

  #read(answer: bigint): string {
    const address = Number(answer >> 32n);
    const length = Number(answer & 0xffffffffn);
    const text = this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, address, length));
    this.#exports.dealloc(address, length);
    return text;
  }
}
