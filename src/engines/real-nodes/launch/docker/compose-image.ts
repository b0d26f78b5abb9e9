import { readFile } from 'node:fs/promises';
import { packageRoot } from '#platform/package-root.js';
import { DevnetError } from '../../../../base/error.js';
import type { Program } from '../launcher.js';

/** The variables in `${VARIABLE:-default}` of compose.yaml, which set other images. */
const variables: Readonly<Record<Program, string>> = {
  bitcoind: 'DEVNET_IMAGES_BITCOIND',
  'stacks-node': 'DEVNET_IMAGES_STACKS_NODE',
  'stacks-signer': 'DEVNET_IMAGES_STACKS_SIGNER',
};

/**
 * Returns the image of a program in compose/compose.yaml, the only place that pins images and versions.
 * @throws DevnetError INTERNAL if the file has none
 */
export async function composeImage(program: Program): Promise<string> {
  const text = await readFile(new URL('compose/compose.yaml', packageRoot), 'utf8');
  const image = new RegExp(`^ +image: \\$\\{${variables[program]}:-([^}\\s]+)\\}$`, 'm').exec(text)?.[1];
  if (image === undefined) throw new DevnetError('INTERNAL', `compose/compose.yaml has no image of ${program}`);
  return image;
}
