import { clarityText, parseValueHex, Utf8Value } from '../../clarity/values.js';

/** A serialized value in the syntax of Clarity; text that is no value stays as it is. */
export function valueText(hex: string): string {
  const value = parseValueHex(hex);
  return value === undefined ? hex : clarityText(value);
}

/** The text of a memo in quotes, without the zeros after it; undefined if it is empty. */
export function memoText(memo: Buffer): string | undefined {
  const text = memo.toString('utf8').replace(/\0+$/, '');
  return text === '' ? undefined : clarityText(new Utf8Value([...text])).slice(1);
}
