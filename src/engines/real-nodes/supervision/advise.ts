import { DevnetError } from '../../../base/error.js';

/**
 * Returns the remedy of a stall: what to do or what happens next, then the hint of the error, which may be the last output of a service.
 */
export function advise(error: unknown, remedy: string): string {
  return error instanceof DevnetError && error.hint !== undefined ? `${remedy}\n${error.hint}` : remedy;
}
