import { readFileSync } from 'node:fs';
import { DevnetError } from '../error.js';
import { field, isRecord } from '../json.js';
import { packageRoot } from '../package-root.js';

/** What this package's `package.json` says of it. */
export type Manifest = {
  version: string;
  /** The range of Node's versions that it needs. */
  node: string;
};

/** @throws DevnetError INTERNAL when the file is not that of this package */
export function readManifest(): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));
  const { version, engines } = isRecord(manifest) ? manifest : {};
  const node = isRecord(engines) ? field(engines, 'node') : undefined;
  if (typeof version !== 'string' || typeof node !== 'string')
    throw new DevnetError('INTERNAL', "this package's package.json is not complete");
  return { version, node };
}
