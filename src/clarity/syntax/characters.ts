import { C32_DIGITS } from '../values/c32.js';

/** The end of the source, and by that also this character: the node cannot tell them apart. */
export const EOF = 0xfffd;

export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const APOSTROPHE = 39;
export const CLOSE = 41;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const ZERO = 48;
const NINE = 57;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUAL = 61;
export const GREATER = 62;
export const BACKSLASH = 92;
export const LOWER_U = 117;
export const LOWER_X = 120;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

const IS_SEPARATOR = tableOf('(){},:.; \t\n\f\r');
export const IS_SPACE = tableOf(' \t');
export const IS_DIGIT = tableOf('0123456789');
export const IS_NAME = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-!?+<>=/*');
export const IS_TRAIT_NAME = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-');
export const IS_C32 = tableOf(C32_DIGITS);
export const IS_HEX = tableOf('0123456789abcdefABCDEF');
export const IS_LETTER = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

export const IS_COMMENT = tableOfAllBut('\n\r');
export const IS_STRING = tableOfAllBut('\n"\\');

function tableOfAllBut(chars: string): Uint8Array {
  return tableOf(chars).map((is) => 1 - is);
}

function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

export function isDigit(char: number): boolean {
  return char >= ZERO && char <= NINE;
}

/** Returns whether a name, a number or an operator ends before this character. */
export function isSeparator(char: number): boolean {
  return char < 128 ? IS_SEPARATOR[char] === 1 : char === EOF;
}

/** A character in a message. */
export function shown(char: number): string {
  return String.fromCodePoint(char);
}
