import { DevnetError } from '../../../../error.js';

/** The error for memory that is not laid out as this folder assumes. */
export function otherLayout(found: string): DevnetError {
  return new DevnetError('INTERNAL', `found ${found} in the memory of the Clarity VM: this build of the VM has another layout`);
}
