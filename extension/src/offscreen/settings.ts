// Keys and settings of the person, as the worker keeps them in `chrome.storage`.

import type { SavedTool, ToolList } from '../ext_api.ts';
import type { WorkerPort } from './worker_port.ts';

/** The configuration of the engine, as `Configuration` in `message.rs`. */
export interface Configuration {
  keys: Record<string, string>;
  settings: Record<string, string>;
  tools: readonly SavedTool[];
  digest_key: string;
}

export class Settings {
  readonly #worker: WorkerPort;
  readonly #now: Configuration;

  /** Whether the console of the engine's page says what the engine does; read when the engine starts. */
  readonly isDebugging: boolean;

  private constructor(worker: WorkerPort, now: Configuration, isDebugging: boolean) {
    this.#worker = worker;
    this.#now = now;
    this.isDebugging = isDebugging;
  }

  static async load(worker: WorkerPort): Promise<Settings> {
    const kept = (await worker.request('settings', { get: null, area: 'local' })) as Partial<
      Configuration & { debug: boolean }
    >;
    const digest_key = kept.digest_key ?? newDigestKey();
    if (kept.digest_key === undefined) await worker.request('settings', { set: { digest_key }, area: 'local' });
    const { tools } = (await worker.request('settings', { get: 'tools', area: 'sync' })) as Partial<ToolList>;
    return new Settings(
      worker,
      { keys: kept.keys ?? {}, settings: kept.settings ?? {}, tools: tools ?? [], digest_key },
      kept.debug === true,
    );
  }

  get configuration(): Configuration {
    return this.#now;
  }

  /** Sets a setting, or goes back to its default. */
  async set(key: string, value: string | null): Promise<void> {
    change(this.#now.settings, key, value);
    await this.#worker.request('settings', { set: { settings: this.#now.settings }, area: 'local' });
  }

  /** Keeps the saved tools, which follow the person to other browsers. */
  async setTools(tools: readonly SavedTool[]): Promise<void> {
    this.#now.tools = tools;
    await this.#worker.request('settings', { set: { tools }, area: 'sync' });
  }

  /** Keeps or removes the key of a provider under the name of its variable. */
  async setKey(variable: string, key: string | null): Promise<void> {
    change(this.#now.keys, variable, key);
    await this.#worker.request('settings', { set: { keys: this.#now.keys }, area: 'local' });
  }
}

function change(table: Record<string, string>, key: string, value: string | null): void {
  if (value === null || value === '') Reflect.deleteProperty(table, key);
  else table[key] = value;
}

function newDigestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
