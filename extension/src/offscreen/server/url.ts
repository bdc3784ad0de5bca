// The address of a server as a person writes it.

const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address of its WebSocket. Without encryption only this machine is dialled. */
export function handsUrl(written: string): string {
  const url = parse(written);
  if (url === null) throw new Error('write the address as `webhand extension pair` prints it: ws://127.0.0.1:7878');
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.protocol === 'ws:' && !HERE.test(url.hostname)) {
    throw new Error('a server on another machine is reached with wss:// only, because others could read along');
  }
  url.pathname = '/ws/hands';
  url.search = '';
  url.hash = '';
  return url.href;
}

function parse(written: string): URL | null {
  const text = written.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `ws://${text}`);
  const isPlain = url !== null && url.username === '' && url.password === '';
  return isPlain && /^(ws|wss|http|https):$/.test(url.protocol) ? url : null;
}
