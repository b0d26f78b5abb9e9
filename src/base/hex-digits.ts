/** Whether the character with this code is a hex digit. */
const IS_DIGIT = Array.from({ length: 128 }, (_, code) => /[0-9a-fA-F]/.test(String.fromCharCode(code)));

/**
 * Whether a text is an even number of hex digits, or empty. Without a regular expression for all of it: in V8 11, `RegExp.test` of some
 * megabytes can throw `Maximum call stack size exceeded`, depending on what the process did before.
 */
export function isHexBytes(text: string): boolean {
  if (text.length % 2 !== 0) return false;
  for (let at = 0; at < text.length; at++) if (IS_DIGIT[text.charCodeAt(at)] !== true) return false;
  return true;
}
