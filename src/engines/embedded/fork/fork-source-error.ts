import { DevnetError, type ForkFailureReason } from '../../../base/error.js';

/** The error of an origin that cannot be read. @param url without credentials */
export function forkSourceError(url: string, reason: ForkFailureReason, what: string, cause?: unknown): DevnetError {
  const hint = HINTS[reason];
  const message = `The origin of the fork, ${url}, ${what}${hint === undefined ? '' : `. ${hint}`}`;
  return new DevnetError('ORIGIN', message, { reason, hint, cause });
}

const HINTS: Partial<Record<ForkFailureReason, string>> = {
  UNREACHABLE: 'Start it, or fork offline from the cache with --offline.',
  TIMEOUT: 'Try again, or set fork.timeout to more milliseconds.',
  RATE_LIMITED: 'Try again later, or set fork.apiKey.',
  UNAUTHORIZED: 'Set fork.apiKey to a key that it accepts.',
  SERVER_ERROR: 'Try again later.',
  CUT_OFF: 'Try again.',
  REORGANISED: 'Fork again from a block of its chain.',
  PRUNED: 'Fork from a newer block, or from an origin with all states.',
  NO_STATE: 'Fork from a stacks-node, a Stacks API, or a devnet.',
  OFFLINE: 'Run once without --offline, so that the value gets into the cache.',
};
