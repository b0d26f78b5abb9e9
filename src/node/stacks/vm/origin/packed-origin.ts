import { metadataFile, type Origin } from './origin.js';
import { keyHash, type SessionTable } from './table.js';

/** Testnet and mainnet, by peer network id. */
const TESTNET = 0x80000000;
const MAINNET = 1;

type PackedOriginOptions = {
  /** @default testnet's */
  networkId?: number;
  /** Values that the chain has in its first block, by key. @default none */
  values?: ReadonlyMap<string, string>;
};

/**
 * An origin made of a packed session. A testnet has the boot contracts at `ST…`, a mainnet those at `SP…`: on a real chain each network has only
 * its own.
 */
export function packedOrigin(table: SessionTable, { networkId = TESTNET, values = new Map() }: PackedOriginOptions = {}): Origin {
  const isOwn = networkId === MAINNET ? (key: string) => !/\bST0/.test(key) : (key: string) => !/\b(?:SP0|SM3)/.test(key);
  const own = [...table.values].filter(([key]) => isOwn(key));
  const hashed = new Map([...own, ...values].map(([key, value]) => [keyHash(key), value]));
  const contracts = table.contracts.filter(isOwn);
  // The VM asks whether a file exists before it reads it.
  const files = new Map<string, Uint8Array>();
  function read(name: string): Uint8Array | undefined {
    // A contract name may contain an underscore, so the contract is looked up by prefix.
    for (const contract of contracts.filter((id) => name.startsWith(metadataFile(id, '')))) {
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
