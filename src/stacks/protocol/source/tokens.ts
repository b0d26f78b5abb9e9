/** A word, bracket, text or comment of a Clarity source, and its offset. */
export type Token = { text: string; offset: number };

/** Comments, strings with escapes, brackets and separators, and everything else up to white space. */
const TOKEN = /;[^\n]*|u?"(?:\\.|[^"\\])*"?|[(){},:]|[^\s(){}",:;]+/gs;

export function tokensOf(source: string): Token[] {
  return Array.from(source.matchAll(TOKEN), ({ 0: text, index }) => ({ text, offset: index }));
}

export function isComment({ text }: Token): boolean {
  return text.startsWith(';');
}
