export const countOf = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
