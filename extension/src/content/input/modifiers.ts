// Keys held down, as events have them.

export const modifiersOf = (bits: number): Pick<EventModifierInit, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> => ({
  altKey: (bits & 1) !== 0,
  ctrlKey: (bits & 2) !== 0,
  metaKey: (bits & 4) !== 0,
  shiftKey: (bits & 8) !== 0,
});
