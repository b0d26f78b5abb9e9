import { DevnetError } from '../../base/error.js';

/** Checks that a team may have one more network. @throws DevnetError RATE_LIMITED */
export function checkQuota(team: string, count: number, most: number): void {
  if (count < most) return;
  throw new DevnetError('RATE_LIMITED', `${team} holds or waits for ${count} networks, and may have ${most}`, {
    hint: 'End one of them, or wait until one ends.',
  });
}
