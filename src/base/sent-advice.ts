import { type AdvicePart, doors } from './advice.js';
import { isRecord } from './json.js';

/** Reads the advice in the body of an error. @returns undefined for anything else */
export function readAdvice(advice: unknown): readonly AdvicePart[] | undefined {
  return Array.isArray(advice) && advice.length > 0 && advice.every(isPart) ? advice : undefined;
}

function isPart(part: unknown): part is AdvicePart {
  if (typeof part === 'string') return true;
  if (!isRecord(part)) return false;
  if ('do' in part) return typeof part['do'] === 'string' && [part['with'], part['options']].every(isFields);
  if ('value' in part) return typeof part['value'] === 'string' && typeof part['listedBy'] === 'string';
  return doors.every((door) => typeof part[door] === 'string');
}

function isFields(fields: unknown): boolean {
  return fields === undefined || isRecord(fields);
}

/** The header of requests whose errors are read in code, or by a program that has its own words for them. */
export const READS_CODE = 'x-devnet-reads-code';
