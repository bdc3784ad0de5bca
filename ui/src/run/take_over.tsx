// The page of a run that was taken over, to be used through its picture: the person's mouse and keys go to the browser of the
// run. Nothing of them is kept here or recorded there.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { InputEvent as PersonInput, MouseButton } from '../generated/api.ts';
import { t } from '../texts.ts';
import { ApiError } from '../transport.ts';

const BUTTONS: readonly MouseButton[] = ['left', 'middle', 'right'];
/** Inputs are gathered for this long, so that a movement is one request and a server is not flooded. */
const GATHER = 40;
const MOST_AT_ONCE = 64;
/** Inputs that could not be sent yet; movements beyond them are dropped. */
const MOST_WAITING = 512;
/** How long a server that has too much to do is left alone. */
const BUSY_PAUSE = 250;

/** Sends inputs in their order, one request after the other. */
class InputSender {
    #waiting: PersonInput[] = [];
    #isSending = false;
    readonly #run: string;
    readonly #onProblem: (problem: string) => void;

    constructor(run: string, onProblem: (problem: string) => void) {
        this.#run = run;
        this.#onProblem = onProblem;
    }

    add(input: PersonInput): void {
        const last = this.#waiting.at(-1);
        // Of movements that follow each other only the last one counts.
        if (isMove(input) && last !== undefined && isMove(last)) this.#waiting.pop();
        if (this.#waiting.length < MOST_WAITING || isRelease(input)) this.#waiting.push(input);
        if (this.#isSending) return;
        this.#isSending = true;
        void this.#send();
    }

    async #send(): Promise<void> {
        while (this.#waiting.length > 0) {
            await pause(GATHER);
            const inputs = this.#waiting.splice(0, MOST_AT_ONCE);
            try {
                await api.input(this.#run, inputs);
            } catch (problem) {
                if (problem instanceof ApiError && problem.code === 'busy') {
                    this.#waiting.unshift(...inputs);
                    await pause(BUSY_PAUSE);
                    continue;
                }
                this.#onProblem(problem instanceof Error ? problem.message : String(problem));
                // The keys and buttons held down are let go in any case, unless the page is not the person's any more.
                const isTheirs = !(problem instanceof ApiError) || problem.code !== 'not_taken_over';
                const lost = inputs.every(isRelease) ? [] : inputs.filter(isRelease);
                this.#waiting = isTheirs ? [...lost, ...this.#waiting.filter(isRelease)] : [];
            }
        }
        this.#isSending = false;
    }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const isMove = (input: PersonInput) => input.type === 'mouse' && input.step === 'move';
const isRelease = (input: PersonInput) =>
    (input.type === 'mouse' && input.step === 'release') || (input.type === 'key' && !input.down);

/** Covers the picture; its places are those of the picture's own pixels. */
export function TakenPage({ run, picture }: { run: string; picture: () => HTMLImageElement | null }) {
    const [problem, setProblem] = useState('');
    const pad = useRef<HTMLTextAreaElement>(null);
    const sender = useRef<InputSender | null>(null);
    useEffect(() => {
        sender.current = new InputSender(run, setProblem);
        pad.current?.focus();
    }, [run]);
    const send = (input: PersonInput) => {
        setProblem('');
        sender.current?.add(input);
    };
    useWheel(pad, picture, send);
    const place = (event: MouseEvent) => placeOn(picture(), event);
    const mouse = (step: 'move' | 'press' | 'release') => (event: PointerEvent) => {
        const at = place(event);
        if (at === null) return;
        event.preventDefault();
        if (step === 'press') {
            pad.current?.focus();
            pad.current?.setPointerCapture(event.pointerId);
        }
        const button = step === 'move' ? 'none' : (BUTTONS[event.button] ?? 'none');
        const clicks = step === 'move' ? 0 : Math.max(1, event.detail);
        send({ type: 'mouse', step, ...at, button, buttons: event.buttons & 7, clicks, modifiers: modifiersOf(event) });
    };
    const key = (isDown: boolean) => (event: KeyboardEvent) => {
        // Out of the picture again, and the key that stops a run.
        if (event.key === 'Escape' && event.shiftKey) {
            pad.current?.blur();
            return;
        }
        if (
            event.isComposing ||
            event.key === 'Dead' ||
            event.key === 'Process' ||
            (event.key === '.' && event.ctrlKey) ||
            isPaste(event)
        )
            return;
        event.preventDefault();
        event.stopPropagation();
        send({ type: 'key', key: event.key, down: isDown, modifiers: modifiersOf(event) });
    };
    const text = (given: string) => {
        if (given !== '') send({ type: 'text', text: given });
    };
    return (
        <>
            {/* A text field, because only there a browser composes letters of several keys. */}
            <textarea
                ref={pad}
                class="taken-page"
                autocomplete="off"
                spellcheck={false}
                aria-label={t('taken_page')}
                onPointerDown={mouse('press')}
                onPointerUp={mouse('release')}
                onPointerMove={mouse('move')}
                onContextMenu={(event) => {
                    event.preventDefault();
                }}
                onKeyDown={key(true)}
                onKeyUp={key(false)}
                onPaste={(event) => {
                    event.preventDefault();
                    text(event.clipboardData?.getData('text/plain') ?? '');
                }}
                onInput={(event) => {
                    // Also what the system's own means put in.
                    if (!event.isComposing) text(takeValue(event.currentTarget));
                }}
                onCompositionEnd={(event) => {
                    text(takeValue(event.currentTarget));
                }}
            />
            <p class="taken-hint" role="status">
                {problem === '' ? t('taken_hint') : problem}
            </p>
        </>
    );
}

/** Takes the text that was written into the field, which is empty then. */
function takeValue(field: HTMLTextAreaElement): string {
    const { value } = field;
    field.value = '';
    return value;
}

/** A wheel listener of one's own, because those of the framework cannot keep the page from scrolling. */
function useWheel(
    pad: { current: HTMLElement | null },
    picture: () => HTMLImageElement | null,
    send: (input: PersonInput) => void,
): void {
    useEffect(() => {
        const element = pad.current;
        const onWheel = (event: WheelEvent) => {
            const at = placeOn(picture(), event);
            if (at === null) return;
            event.preventDefault();
            send({ type: 'wheel', ...at, delta_x: event.deltaX, delta_y: event.deltaY });
        };
        element?.addEventListener('wheel', onWheel, { passive: false });
        return () => {
            element?.removeEventListener('wheel', onWheel);
        };
    });
}

function placeOn(picture: HTMLImageElement | null, event: MouseEvent): { x: number; y: number } | null {
    if (picture === null || picture.naturalWidth === 0) return null;
    const box = picture.getBoundingClientRect();
    const scale = picture.naturalWidth / box.width;
    const inside = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at * scale)));
    return {
        x: inside(event.clientX - box.left, picture.naturalWidth),
        y: inside(event.clientY - box.top, picture.naturalHeight),
    };
}

function modifiersOf(event: MouseEvent | KeyboardEvent): number {
    return (event.altKey ? 1 : 0) + (event.ctrlKey ? 2 : 0) + (event.metaKey ? 4 : 0) + (event.shiftKey ? 8 : 0);
}

/** The text of a paste is in this browser, so the keys for it would paste something else there. */
function isPaste(event: KeyboardEvent): boolean {
    return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
}
