import { advise } from '../../base/advice.js';
import { DevnetError } from '../../base/error.js';
import type { SnapshotInfo } from '../data.js';

/** Returns the snapshot with that id, else the newest one with that name. @throws DevnetError NOT_FOUND */
export function snapshotNamed(list: readonly SnapshotInfo[], name: string): SnapshotInfo {
  const found = list.find((snapshot) => snapshot.id === name) ?? list.findLast((snapshot) => snapshot.name === name);
  if (found !== undefined) return found;
  const names = list.map((snapshot) => snapshot.name).join(', ');
  const known = list.length === 0 ? advise`There are none: take one with ${{ do: 'snapshot' }}.` : `The snapshots are ${names}.`;
  throw new DevnetError('NOT_FOUND', `${name}: no such snapshot. ${known}`, {
    field: 'snapshot',
    expected: list.length === 0 ? undefined : names,
    received: name,
    hint: known,
  });
}
