import { readFileSync } from 'node:fs';
import { DevnetError } from '../../base/error.js';
import { field, isRecord } from '../../base/json.js';
import { packageRoot } from './package-root.js';

/** The facts of this package's `package.json`. */
export type Manifest = {
  version: string;
  /** The range of supported Node versions. */
  node: string;
};

let known: Manifest | undefined;

/** Returns the manifest of this package. @throws DevnetError INTERNAL if the file is not that of this package */
export function readManifest(): Manifest {
  known ??= read();
  return known;
}

function read(): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));
  const { version, engines } = isRecord(manifest) ? manifest : {};
  const node = isRecord(engines) ? field(engines, 'node') : undefined;
  if (typeof version !== 'string' || typeof node !== 'string')
    throw new DevnetError('INTERNAL', 'package.json of stacks-devnet has no version or no engines.node');
  return { version, node };
}
