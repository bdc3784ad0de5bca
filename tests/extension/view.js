// A view of the extension, as the panel is one: it speaks with the engine over the port `view`.

globalThis.view = (() => {
    const waiting = new Map();
    let last = 0;
    let port;

    async function connect() {
        const answer = await chrome.runtime.sendMessage({ to: 'worker', do: 'ensure_engine' });
        if (!answer.ok) throw new Error(answer.error);
        port = chrome.runtime.connect({ name: 'view' });
        port.onMessage.addListener((message) => waiting.get(message.id)?.(message));
        port.onDisconnect.addListener(() => (port = undefined));
    }

    async function send(request, take) {
        if (port === undefined) await connect();
        const id = ++last;
        waiting.set(id, take);
        port.postMessage({ id, ...request });
        return id;
    }

    return {
        ask: (method, path, body) =>
            new Promise((resolve, reject) => {
                send({ method, path, body }, ({ status, type, body }) => resolve({ status, type, body })).catch(reject);
            }),
        /** Follows a run until an event of this type comes that was not seen before; the end of the run comes as `null`. */
        until: (run, type, after) =>
            new Promise((resolve, reject) => {
                const headers = { 'accept': 'text/event-stream', 'last-event-id': String(after) };
                let id;
                const stop = (answer) => {
                    resolve(answer);
                    port?.postMessage({ id, stop: true });
                };
                send({ method: 'GET', path: `/api/v1/runs/${run}/events`, headers }, (message) => {
                    if (message.status >= 400) reject(new Error(JSON.stringify(message.body)));
                    else if (message.event === '' && message.data.what.type === type) stop(message.data);
                    else if (message.event === 'end' || message.end) stop(null);
                }).then((sent) => (id = sent), reject);
            }),
        close: () => {
            port?.disconnect();
            port = undefined;
        },
    };
})();
