import { remapBoot } from '../project/plan/remap.js';
import { removeSimnet } from '../project/source/remove-simnet.js';
import { renamePrincipals } from '../project/source/rename-principals.js';

/** Returns the text of a file as the network deploys it, line by line at the same places. */
export function toDeployed(text: string): string {
  return renamePrincipals(removeSimnet(text), remapBoot);
}
