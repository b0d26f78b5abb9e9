import { clarityVersionHint } from '../source/clarity-versions.js';
import { atBlockHint } from './at-block.js';

/** Mainnet's boot contracts, in an error about a contract that is not on the chain. */
const MAINNET_BOOT_CONTRACT = /(?:use of unresolved contract '|NoSuchContract\(")SP000000000000000000002Q6VF78\.([\w-]+)/;

/** Says what to do about errors of code that is right on another network, or in another version of Clarity: a sentence after the error. */
export function explainError(vmError: string): string {
  const hint = errorHint(vmError);
  return hint === undefined ? '' : `. ${hint}`;
}

/** As {@link explainError}, without the end of the sentence before. */
export function errorHint(vmError: string): string | undefined {
  const [, name] = MAINNET_BOOT_CONTRACT.exec(vmError) ?? [];
  if (name !== undefined) return `This is mainnet's contract: here it is ST000000000000000000002AMW42H.${name}`;
  return atBlockHint(vmError) ?? clarityVersionHint(vmError);
}
