import { readFile } from 'node:fs/promises';
import { DevnetError } from '../../error.js';
import { packageRoot } from '../../package-root.js';
import type { Program } from '../launch/launcher.js';

/** In `${VARIABLE:-default}` of compose.yaml: that of the setting which names another image. */
const variables: Readonly<Record<Program, string>> = {
  bitcoind: 'DEVNET_IMAGES_BITCOIND',
  'stacks-node': 'DEVNET_IMAGES_STACKS_NODE',
  'stacks-signer': 'DEVNET_IMAGES_STACKS_SIGNER',
};

/**
 * The image that compose/compose.yaml has for a program: the one place where images and their versions are pinned.
 * @throws DevnetError INTERNAL when this package lacks it
 */
export async function composeImage(program: Program): Promise<string> {
  const text = await readFile(new URL('compose/compose.yaml', packageRoot), 'utf8');
  const image = new RegExp(`^ +image: \\$\\{${variables[program]}:-([^}\\s]+)\\}$`, 'm').exec(text)?.[1];
  if (image === undefined) throw new DevnetError('INTERNAL', `compose/compose.yaml has no image of ${program}`);
  return image;
}
