import type { Epoch } from './epoch.js';

/** The versions of the Clarity language (clarity-types/src/version.rs). A contract keeps the version with which it was deployed. */
export type ClarityVersion = 1 | 2 | 3 | 4 | 5 | 6;

/** All versions, oldest first. */
export const CLARITY_VERSIONS: readonly ClarityVersion[] = [1, 2, 3, 4, 5, 6];

/** Returns the version of a contract that names none: the newest one that the epoch has (`ClarityVersion::default_for_epoch`). */
export function defaultVersion(epoch: Epoch): ClarityVersion {
  if (epoch.since('4.0')) return 6;
  if (epoch.since('3.4')) return 5;
  if (epoch.since('3.3')) return 4;
  if (epoch.since('3.0')) return 3;
  return epoch.since('2.1') ? 2 : 1;
}
