// Records the events that wrote and sent a message, and whether a person or a browser made them (`isTrusted`).

const WATCHED = ['keydown', 'paste', 'beforeinput', 'input', 'click', 'submit'];
const MOST = 400;

export class EventRecorder {
    #events = [];

    constructor(target) {
        for (const type of WATCHED)
            target.addEventListener(
                type,
                (event) => {
                    const { isTrusted, key, inputType } = event;
                    const recorded = { type, isTrusted, key: key ?? null, input: inputType ?? null, at: Date.now() };
                    if (this.#events.length < MOST) this.#events.push(recorded);
                },
                { capture: true },
            );
    }

    /** The events since the last message. */
    take() {
        return this.#events.splice(0);
    }
}
