// Icons as paths on a grid of 16; they say nothing that a word beside them does not say.

const PATHS = {
    check: 'M3 8.5l3.2 3.2L13 4.8',
    cross: 'M4 4l8 8M12 4l-8 8',
    dot: 'M8 8h.01',
    half: 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5',
    diamond: 'M8 2l6 6-6 6-6-6z',
    hand: 'M5 8V4.2a1 1 0 0 1 2 0V7m0-3.8a1 1 0 0 1 2 0V7m0-2.8a1 1 0 0 1 2 0V9c0 3-1.6 4.8-4 4.8-1.800 0-2.800-.8-3.600-2.200L2.300 9.200a1 1 0 0 1 1.700-1L5 9.600',
    pause: 'M5.500 3.500v9M10.500 3.500v9',
    play: 'M5 3.500l7 4.500-7 4.500z',
    stop: 'M4.500 4.500h7v7h-7z',
    question: 'M6 6a2 2 0 1 1 2.800 1.800c-.6.300-.8.7-.8 1.400M8 12h.01',
    clock: 'M8 4.500V8l2.300 1.500M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
    search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300L14 14',
    plus: 'M8 3v10M3 8h10',
    gear: 'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600L5 5M11 11l1.400 1.400M12.400 3.600L11 5M5 11l-1.400 1.400',
    moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z',
    back: 'M10 3L5 8l5 5',
    shield: 'M8 1.800l5 2v4c0 3-2 5.300-5 6.400-3-1.100-5-3.400-5-6.400v-4z',
    more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, spin = false }: { name: IconName; spin?: boolean }) {
    return (
        <svg class={spin ? 'icon spin' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
            <path d={PATHS[name]} />
        </svg>
    );
}
