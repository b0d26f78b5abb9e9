import type { Origin } from './origin.js';
import { keyHash, type SessionTable } from './table.js';

/** Testnet and mainnet, by peer network id. */
const TESTNET = 0x80000000;
const MAINNET = 1;

/**
 * An origin made of a packed session. A testnet has the boot contracts at `ST…`, a mainnet those at `SP…`: on a real chain each network has only
 * its own.
 * @param extra values that replace those of the table, by key
 */
export function packedOrigin(
  table: SessionTable,
  { networkId = TESTNET, extra = new Map() }: { networkId?: number; extra?: ReadonlyMap<string, string> } = {},
): Origin {
  const isOwn = networkId === MAINNET ? (key: string) => !/\bST0/.test(key) : (key: string) => !/\b(?:SP0|SM3)/.test(key);
  const values = new Map<string, string>();
  for (const source of [table.values, extra]) for (const [key, value] of source) if (isOwn(key)) values.set(keyHash(key), value);
  const contracts = table.contracts.filter(isOwn);
  return {
    networkId,
    value: (hash) => values.get(hash),
    metadata(name) {
      // A contract name may contain an underscore, so the contract is looked up by prefix.
      const contract = contracts.find((id) => name.startsWith(`${id.replace('.', '_')}_`));
      const entries = contract === undefined ? undefined : table.metadata(contract);
      if (contract === undefined || entries === undefined) return undefined;
      const rest = name.slice(contract.length + 1);
      for (const [key, text] of entries) if (key.replaceAll(':', '_') === rest) return Buffer.from(text, 'utf8');
      return undefined;
    },
  };
}
