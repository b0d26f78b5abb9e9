export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Joins words as a sentence does: `a, b or c`. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : `${last}`;
}

/** `errorRate` is `error-rate`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
