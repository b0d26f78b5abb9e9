import type { Advice } from '../../base/advice.js';
import { withCaret } from '../../base/caret.js';
import { DevnetError, invalid } from '../../base/error.js';

/**
 * Where something is in a project: a file relative to the root, and if they are known, a line and column from 1 and the text of the line.
 */
export type Place = { file: string; line?: number | undefined; column?: number | undefined; text?: string | undefined };

/** Lines that no message may show. */
const SECRET = /mnemonic|password/;

/**
 * Creates the error for a broken part of a project: where it is, its key, what was expected, what was received and what to do.
 * @param key undefined if the file itself is broken
 */
export function problem(place: Place, key: string | undefined, expected: string, received: unknown, hint?: string | Advice): DevnetError {
  const error = invalid(key ?? place.file, expected, received, hint);
  const message = key === undefined ? error.message.slice(`${place.file}: `.length) : error.message;
  return new DevnetError('INVALID_INPUT', `${showPlace(place)}: ${message}`, { ...error, excerpt: excerptOf(place) });
}

function excerptOf({ text, column }: Place): string | undefined {
  return text === undefined || column === undefined || SECRET.test(text) ? undefined : withCaret(text, column);
}

/** `contracts/counter.clar:3:9`, as compilers write it. */
export function showPlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

/** Returns the line and column of an offset in a text, both from 1. */
export function placeAt(file: string, text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1, text: lineOf(text, before.length) };
}

/** Returns a line of a text, which counts from 1. */
export function lineOf(text: string, line: number): string | undefined {
  return text.split('\n')[line - 1];
}
