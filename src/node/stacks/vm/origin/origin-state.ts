import { SOURCE } from '../memory/contract-metadata.js';
import { metadataFile, type Origin } from './origin.js';
import { keyHash } from './table.js';

/** Returns the nonce that an account has in the state of an origin. */
export function originNonce(origin: Origin, principal: string): bigint {
  const value = origin.chain === undefined ? undefined : origin.value(keyHash(`vm-account::${principal}::18`));
  return value === undefined ? 0n : BigInt(`0x${value}`);
}

/** Whether a contract is in the state of an origin that is a running network. */
export function hasContract(origin: Origin, contract: string): boolean {
  return origin.commitment?.(contract) !== undefined;
}

/** Returns the source of a contract of an origin, and the height at which it was deployed; undefined if it has none. */
export function originContract(origin: Origin, contract: string): { source: string; publishHeight: number } | undefined {
  const found = origin.commitment?.(contract);
  if (found === undefined) return undefined;
  const source = metadataOf(origin, contract, SOURCE);
  return source === undefined ? undefined : { source, publishHeight: Number.parseInt(found.slice(64, 72), 16) };
}

function metadataOf(origin: Origin, contract: string, key: string): string | undefined {
  const file = origin.metadata(metadataFile(contract, key));
  return file === undefined ? origin.nodeMetadata?.(contract, key) : Buffer.from(file).toString('utf8');
}
