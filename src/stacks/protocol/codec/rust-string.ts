/** Characters that Rust's `Debug` of a string writes by name. */
const NAMED: Record<string, string> = { '\0': '\\0', '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
/** What it writes by number: control and format characters, white space but the blank, and marks. */
const UNPRINTABLE = /[\p{C}\p{M}"\\]|(?! )\p{Z}/gu;

/** A text as Rust's `Debug` prints it, in quotes: error messages quote names so. */
export function debugString(text: string): string {
  return `"${text.replaceAll(UNPRINTABLE, (symbol) => NAMED[symbol] ?? `\\u{${symbol.codePointAt(0)?.toString(16)}}`)}"`;
}
