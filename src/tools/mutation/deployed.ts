import { remapBoot } from '../../project/plan.js';
import { removeSimnet, renamePrincipals } from '../../project/source.js';

/** Returns the text of a file as the network deploys it, line by line at the same places. */
export function toDeployed(text: string): string {
  return renamePrincipals(removeSimnet(text), remapBoot);
}
