// The connection to a server whose runs drive tabs of this browser: kept while the person wants it, opened again when it
// is cut. What was not acknowledged is sent again under its number, so nothing is lost and nothing is done twice.

import type { HandsFrame, HandsNews, HandsOrder } from '../../generated/hands.ts';
import type { ServerChange, ServerLink as LinkState } from '../../ext_api.ts';
import type { WorkerPort } from '../worker_port.ts';
import { type Pairing, Refused, shakeHands, type Welcome } from './handshake.ts';
import { Numbering } from './numbering.ts';
import { codeKey } from './proof.ts';
import type { ServerRuns } from './server_runs.ts';
import { handsUrl } from './url.ts';

const PING_EVERY_MS = 20_000;
/** Two pings without an answer, and a little. */
const SILENT_FOR_MS = 50_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 15_000;
/** A server that does not know this browser may be replaced by the right one. */
const REFUSED_RETRY_MS = 30_000;
/** The server waits as long for this browser. */
const CUT_FOR_AT_MOST_MS = 60_000;
const CONFIRMED_AFTER = 32;

/** The pairing as `storage.local` keeps it, which only the extension's own pages can read. */
interface KeptPairing {
  readonly address: string | null;
  readonly pairing: Pairing | null;
  readonly wanted: boolean;
}

const NOTHING: KeptPairing = { address: null, pairing: null, wanted: false };

export class ServerLink {
  readonly #worker: Pick<WorkerPort, 'request'>;
  readonly #runs: ServerRuns;
  readonly #onWanted: (isWanted: boolean) => void;
  #kept: KeptPairing = NOTHING;
  /** The key of a code that was entered, until it is used. */
  #code: string | undefined;
  #state: Pick<LinkState, 'state' | 'detail'> = { state: 'off', detail: null };
  #socket: WebSocket | undefined;
  /** Names this link; the server knows by it whether it goes on. */
  #link = crypto.randomUUID();
  #server: string | null = null;
  #numbering = new Numbering();
  #tries = 0;
  #unconfirmed = 0;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Ends the runs of a server that does not come back. */
  #givingUp: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;

  private constructor(
    worker: Pick<WorkerPort, 'request'>,
    runs: ServerRuns,
    onWanted: (isWanted: boolean) => void,
    kept: KeptPairing,
  ) {
    this.#worker = worker;
    this.#runs = runs;
    this.#onWanted = onWanted;
    this.#kept = kept;
    runs.tell = (news) => {
      this.#tell(news);
    };
  }

  static async start(
    worker: Pick<WorkerPort, 'request'>,
    runs: ServerRuns,
    onWanted: (isWanted: boolean) => void,
  ): Promise<ServerLink> {
    const { server } = (await worker.request('settings', { get: 'server', area: 'local' })) as { server?: KeptPairing };
    const link = new ServerLink(worker, runs, onWanted, server ?? NOTHING);
    if (link.#kept.wanted) link.#begin();
    return link;
  }

  get state(): LinkState {
    return { address: this.#kept.address, paired: this.#kept.pairing !== null, ...this.#state };
  }

  /** Connects or disconnects, as the person wants it. */
  async change({ address, connect, code }: ServerChange): Promise<LinkState> {
    const at = address ?? this.#kept.address;
    if (!connect) {
      this.#runs.stopAll();
      await this.#keep({ ...this.#kept, wanted: false });
      this.#stop('off', null);
      return this.state;
    }
    if (at === null || at === '') throw new Error('enter the address that `webhand extension pair` prints');
    handsUrl(at);
    if (code === undefined && this.#kept.pairing === null) {
      throw new Error('enter the code that `webhand extension pair` prints');
    }
    this.#stop('connecting', null);
    this.#code = code === undefined ? undefined : await codeKey(code);
    await this.#keep({ ...this.#kept, address: at, wanted: true });
    this.#begin();
    return this.state;
  }

  async #keep(kept: KeptPairing): Promise<void> {
    this.#kept = kept;
    await this.#worker.request('settings', { set: { server: kept }, area: 'local' });
  }

  #begin(): void {
    this.#onWanted(true);
    this.#tries = 0;
    this.#state = { state: 'connecting', detail: null };
    void this.#connect();
  }

  #stop(state: LinkState['state'], detail: string | null): void {
    clearTimeout(this.#retry);
    clearInterval(this.#pinging);
    this.#state = { state, detail };
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    if (state === 'off') this.#onWanted(false);
  }

  async #connect(): Promise<void> {
    const { address, pairing } = this.#kept;
    const used: Pairing | null = this.#code === undefined ? pairing : { device: null, key: this.#code };
    if (address === null || used === null) return;
    const socket = new WebSocket(handsUrl(address));
    this.#socket = socket;
    try {
      const where = { link: this.#link, server: this.#server, received: this.#numbering.received };
      const { welcome, pairing, rest } = await shakeHands(socket, used, where);
      if (this.#socket !== socket) return;
      if (used.device === null) {
        this.#code = undefined;
        await this.#keep({ ...this.#kept, pairing });
      }
      this.#open(socket, welcome);
      for (const text of rest()) this.#take(socket, text);
    } catch (error) {
      socket.close();
      if (this.#socket === socket) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.#socket = undefined;
    if (!(error instanceof Refused)) {
      this.#again(detail);
      return;
    }
    if (this.#code !== undefined) {
      // A code is not tried twice.
      this.#code = undefined;
      void this.#keep({ ...this.#kept, wanted: false });
      this.#onWanted(false);
    } else {
      this.#retryAfter(REFUSED_RETRY_MS);
    }
    this.#state = { state: 'refused', detail };
  }

  #again(detail: string): void {
    this.#state = { state: 'connecting', detail };
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#tries++);
    // Many browsers that lost one server do not come back at the same moment.
    this.#retryAfter(longest * (0.5 + Math.random() / 2));
  }

  #retryAfter(wait: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #open(socket: WebSocket, { server, resumed, received }: Welcome): void {
    if (!resumed) {
      this.#runs.endAll();
      this.#numbering = new Numbering();
    }
    clearTimeout(this.#givingUp);
    this.#server = server;
    this.#numbering.acknowledge(received);
    this.#tries = 0;
    this.#state = { state: 'connected', detail: null };
    this.#heard = Date.now();
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#take(socket, data);
    });
    const gone = ({ code, reason }: CloseEvent) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      clearInterval(this.#pinging);
      this.#givingUp = setTimeout(() => {
        this.#runs.endAll();
      }, CUT_FOR_AT_MOST_MS);
      if (code === TAKEN_OVER || code === UNPAIRED) this.#failed(new Refused(reason));
      else this.#again('the connection was cut');
    };
    socket.addEventListener('close', gone);
    if (socket.readyState !== WebSocket.OPEN) gone(new CloseEvent('close'));
    for (const frame of this.#numbering.unacknowledged()) this.#send(frame);
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => {
      if (Date.now() - this.#heard > SILENT_FOR_MS) socket.close();
      else this.#send({ no: 0, ack: this.#numbering.received, ping: true });
    }, PING_EVERY_MS);
  }

  #take(socket: WebSocket, data: unknown): void {
    this.#heard = Date.now();
    let frame: HandsFrame<HandsOrder>;
    try {
      frame = JSON.parse(String(data)) as HandsFrame<HandsOrder>;
    } catch {
      socket.close();
      return;
    }
    this.#numbering.acknowledge(frame.ack);
    if (frame.message === undefined) return;
    if (!this.#numbering.isNext(frame)) return;
    if (++this.#unconfirmed >= CONFIRMED_AFTER) this.#send({ no: 0, ack: this.#numbering.received });
    this.#runs.take(frame.message);
  }

  #tell(news: HandsNews): void {
    if (this.#numbering.isFull) {
      // A server that takes nothing any more: its runs end, and the next connection begins anew.
      this.#link = crypto.randomUUID();
      this.#numbering = new Numbering();
      this.#runs.endAll();
      this.#socket?.close();
      return;
    }
    const frame = this.#numbering.add(news);
    if (this.#state.state === 'connected') this.#send(frame);
  }

  #send(frame: HandsFrame<HandsNews>): void {
    this.#unconfirmed = 0;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

const TAKEN_OVER = 4001;
const UNPAIRED = 4003;
