/** Text that stays as it is, except for spaces: most memos, for which no segmenter is needed. */
const PLAIN = /^[\0\x20-\x7e]*$/;
/** What has no shape of its own: control characters, unassigned ones, and separators. */
const UNPRINTABLE = /^[\p{C}\p{Z}]$/u;

/**
 * Returns the memo of a transfer as v3 shows it. The real API's `memoToString` of `@stacks/codec` replaces what cannot be printed, and what
 * is no UTF-8, by spaces, joins them and trims the text. Clusters of several code points, such as flags, count as one character.
 * @param hex with 0x
 */
export function showMemo(hex: string): { hex: string; repr: string } {
  const text = Buffer.from(hex.slice(2), 'hex').toString('utf8');
  const printable = PLAIN.test(text) ? text.replaceAll('\0', ' ') : printableText(text);
  return { hex, repr: printable.replace(/[\ufffd\s]+/g, ' ').trim() };
}

function printableText(text: string): string {
  const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(clusters, ({ segment }) => (UNPRINTABLE.test(segment) ? ' ' : segment)).join('');
}
