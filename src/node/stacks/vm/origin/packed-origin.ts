import type { Origin } from './origin.js';
import { keyHash, type SessionTable } from './table.js';

/** Testnet and mainnet, by peer network id. */
const TESTNET = 0x80000000;
const MAINNET = 1;

/**
 * An origin made of a packed session. A testnet has the boot contracts at `ST…`, a mainnet those at `SP…`: on a real chain each network has only
 * its own.
 */
export function packedOrigin(table: SessionTable, { networkId = TESTNET }: { networkId?: number } = {}): Origin {
  const isOwn = networkId === MAINNET ? (key: string) => !/\bST0/.test(key) : (key: string) => !/\b(?:SP0|SM3)/.test(key);
  const values = new Map([...table.values].filter(([key]) => isOwn(key)).map(([key, value]) => [keyHash(key), value]));
  const contracts = table.contracts.filter(isOwn);
  // The VM asks whether a file exists before it reads it.
  const files = new Map<string, Uint8Array>();
  function read(name: string): Uint8Array | undefined {
    // A contract name may contain an underscore, so the contract is looked up by prefix.
    const contract = contracts.find((id) => name.startsWith(`${id.replace('.', '_')}_`));
    if (contract === undefined) return undefined;
    const rest = name.slice(contract.length + 1);
    for (const [key, text] of table.metadata(contract) ?? []) if (key.replaceAll(':', '_') === rest) return Buffer.from(text, 'utf8');
    return undefined;
  }
  return {
    networkId,
    value: (hash) => values.get(hash),
    metadata(name) {
      const file = files.get(name) ?? read(name);
      if (file !== undefined) files.set(name, file);
      return file;
    },
  };
}
