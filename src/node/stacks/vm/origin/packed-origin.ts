import { contractOf } from '../memory/session-memory.js';
import { metadataFile, type Origin } from './origin.js';
import { keyHash, type SessionTable } from './table.js';

/** Testnet and mainnet, by peer network id. */
export const TESTNET = 0x80000000;
export const MAINNET = 1;

type PackedOriginOptions = {
  /** @default testnet's */
  networkId?: number;
  /** Values that the chain has in its first block, by key. @default none */
  values?: ReadonlyMap<string, string>;
};

/**
 * An origin made of packed sessions; what a later one has of a contract replaces all that an earlier one has of it. A testnet has the boot contracts at `ST…`, a mainnet those at `SP…`: on a real chain each network has only
 * its own.
 */
export function packedOrigin(
  tables: readonly SessionTable[],
  { networkId = TESTNET, values = new Map() }: PackedOriginOptions = {},
): Origin {
  const foreign = networkId === MAINNET ? /\bST0/ : /\b(?:SP0|SM3)/;
  const isOwn = (key: string) => !foreign.test(key);
  const byContract = new Map(tables.flatMap((table) => table.contracts.filter(isOwn).map((contract) => [contract, table])));
  const isCurrent = (table: SessionTable, key: string): boolean => {
    const owner = byContract.get(contractOf(key) ?? '');
    return isOwn(key) && (owner === undefined || owner === table);
  };
  const own = tables.flatMap((table) => [...table.values].filter(([key]) => isCurrent(table, key)));
  const hashed = new Map([...own, ...values].map(([key, value]) => [keyHash(key), value]));
  // The VM asks whether a file exists before it reads it.
  const files = new Map<string, Uint8Array>();
  function read(name: string): Uint8Array | undefined {
    // A contract name may contain an underscore, so the contract is looked up by prefix.
    for (const [contract, table] of byContract) {
      if (!name.startsWith(metadataFile(contract, ''))) continue;
      for (const [key, text] of table.metadata(contract) ?? []) if (metadataFile(contract, key) === name) return Buffer.from(text, 'utf8');
    }
    return undefined;
  }
  return {
    networkId,
    value: (hash) => hashed.get(hash),
    metadata(name) {
      const file = files.get(name) ?? read(name);
      if (file !== undefined) files.set(name, file);
      return file;
    },
  };
}
