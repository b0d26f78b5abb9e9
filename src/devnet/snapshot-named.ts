import { DevnetError } from '../error.js';
import type { SnapshotInfo } from './data.js';

/** Returns the snapshot with that id, else the newest one with that name. @throws DevnetError NOT_FOUND */
export function snapshotNamed(list: readonly SnapshotInfo[], name: string): SnapshotInfo {
  const found = list.find((snapshot) => snapshot.id === name) ?? list.findLast((snapshot) => snapshot.name === name);
  if (found !== undefined) return found;
  const names = list.map((snapshot) => snapshot.name).join(', ');
  const known = list.length === 0 ? 'There are none: save one with "stacks-devnet snapshot save".' : `The snapshots are ${names}.`;
  throw new DevnetError('NOT_FOUND', `${name}: no such snapshot. ${known}`, {
    field: 'snapshot',
    expected: list.length === 0 ? undefined : names,
    received: name,
  });
}
