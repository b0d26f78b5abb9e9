import { isRecord } from '../../../base/json.js';
import { decodeUtf8 } from '../../protocol/codec/utf8.js';

/** Parses a request body; undefined if it is not JSON in UTF-8. */
export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a request body that is an object; without fields if it is not. */
export function parseFields(body: Buffer): Record<string, unknown> {
  const value = parseJson(body);
  return isRecord(value) ? value : {};
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Whether an optional field, which may also be null, is absent. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is a whole number from 0 to `max`. */
export function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}
