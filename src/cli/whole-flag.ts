import { invalid } from '../base/error.js';
import { numberFromText } from '../project/config.js';

/** Reads the number of a flag that is no setting. @throws DevnetError INVALID_INPUT */
export function wholeFlag(flag: string, text: string, min: number, max: number): number {
  const value = numberFromText(text);
  if (typeof value !== 'number' || value < min || value > max) throw invalid(flag, `a whole number from ${min} to ${max}`, text);
  return value;
}
