// One chat tab as a test drives it: commands for the chat script, and what a message goes through on its way.

export class ChatTab {
  constructor(page, adapter) {
    Object.assign(this, { page, adapter });
  }

  /** Sends the chat script one command. */
  async call(command) {
    const call = JSON.stringify(JSON.stringify({ adapter: this.adapter, command }));
    return JSON.parse(await this.page.isolated(`webhandChat.handle(${call})`));
  }

  probe = () => this.call({ kind: 'probe' });
  read = () => this.call({ kind: 'read_composer' });
  clear = () => this.call({ kind: 'clear', settle_ms: 3_000 });
  send = (way) => this.call({ kind: 'send', way });
  watch = (mark, seen = null, max_ms = 20_000) => this.call({ kind: 'watch', mark, seen, max_ms });

  async write(text, { place = 'end', way = 'paste' } = {}) {
    return this.call({ kind: 'write', text, place, way, settle_ms: 3_000 });
  }

  /** Waits until the composer is there, because a page builds itself after it was loaded. */
  ready = () => this.#state((kind) => kind === 'ready');
  stateOtherThan = (other) => this.#state((kind) => kind !== other);

  async #state(isMeant) {
    for (let asked = 0; ; asked += 1) {
      const { state } = await this.probe();
      if (isMeant(state.kind) || asked > 200) return state.kind;
      await this.page.isolated('new Promise((resolve) => setTimeout(resolve, 25))');
    }
  }

  /** Writes a message in pieces, each read back, and says in which way it worked; null if in none. */
  async writeMessage(text, ways = null) {
    const { editor } = await this.read();
    for (const way of ways ?? (editor === 'textarea' ? ['setter'] : ['paste', 'insert'])) {
      if ((await this.#writeBy(way, text)) !== null) return way;
      await this.clear();
    }
    return null;
  }

  async #writeBy(way, text) {
    const longest = way === 'setter' ? Infinity : this.adapter.paste_limit || 8_000;
    let written = '';
    for (const piece of piecesOf(text, longest)) {
      const reading = await this.write(piece, { way });
      written += piece;
      this.lastReading = reading;
      if (reading.kind !== 'composer' || reading.chips > 0 || comparable(reading.text) !== comparable(written))
        return null;
    }
    return written;
  }

  /** Waits until the send control is ready, then presses it; the key where there is no such control. */
  async sendMessage(ways = ['button', 'key']) {
    for (const way of ways)
      for (let asked = 0; asked < 100; asked += 1) {
        const reply = await this.send(way);
        if (reply.kind === 'done') return way;
        await this.page.isolated('new Promise((resolve) => setTimeout(resolve, 20))');
      }
    return null;
  }

  /** Watches until `isOver` says so of a reading, and returns that reading. */
  async until(mark, isOver, most = 400) {
    let reading = await this.watch(mark);
    for (let count = 0; count < most && !isOver(reading); count += 1)
      reading = await this.watch(mark, reading.revision, 2_000);
    return reading;
  }
}

/** Pieces of at most `longest` characters, which cut no surrogate pair. */
export function* piecesOf(text, longest) {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + longest, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Editors show some spaces as no-break spaces, and line ends may differ; nothing else may. */
export const comparable = (text) => text.replaceAll('\u00a0', ' ').replace(/\r\n?/g, '\n');
