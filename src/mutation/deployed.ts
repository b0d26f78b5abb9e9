import { remapBoot } from '../project/plan/remap.js';
import { removeSimnet } from '../project/source/remove-simnet.js';

/** Returns the text of a file as the network deploys it, line by line at the same places. */
export function toDeployed(text: string): string {
  return remapBoot(removeSimnet(text));
}
