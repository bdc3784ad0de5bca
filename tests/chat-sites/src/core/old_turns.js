// Turns that an old chat already holds. Some contain a command that looks valid, which nobody may execute.

export const DECOY =
    '```json\n{"turn":"old","calls":[{"name":"navigate","arguments":{"url":"http://decoy.invalid/old"}}]}\n```';

export function oldTurns(count) {
    return Array.from({ length: count }, (_, index) => {
        const isUser = index % 2 === 0;
        const text = isUser ? `Earlier question ${index / 2 + 1}` : `Earlier answer ${(index + 1) / 2}.\n\n${DECOY}`;
        return {
            id: `old-${index}`,
            role: isUser ? 'user' : 'assistant',
            text,
            thinking: '',
            phase: 'done',
            branches: [],
        };
    });
}
