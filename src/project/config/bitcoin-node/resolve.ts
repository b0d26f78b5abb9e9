import { invalid } from '../../../base/error.js';
import { unknownName } from '../../../base/unknown-name.js';
import type { AnySetting } from '../setting.js';
import { type BitcoinNodeSettingKey, type BitcoinNodeSettings, bitcoinNodeSettings, type ResolvedNodeSettings } from './settings.js';

/** Text of the flags of `node bitcoin`; a list for repeatable ones. */
export type NodeFlags = Readonly<Partial<Record<BitcoinNodeSettingKey, string | string[]>>>;

export const nodeSettingKeys = Object.keys(bitcoinNodeSettings) as BitcoinNodeSettingKey[];

export function nodeSettingOf(key: BitcoinNodeSettingKey): AnySetting {
  return bitcoinNodeSettings[key];
}

/**
 * Checks the options of `createBitcoinNode` and adds the defaults.
 * @param otherNames keys that the caller reads itself
 * @throws DevnetError INVALID_INPUT
 */
export function resolveNodeSettings(input: BitcoinNodeSettings, otherNames: readonly string[] = []): ResolvedNodeSettings {
  const known: readonly string[] = [...nodeSettingKeys, ...otherNames];
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName(unknown, 'option of the Bitcoin node', known, 'docs/bitcoin-rpc.md lists all options.');
  return complete((key) => (input[key] === undefined ? undefined : nodeSettingOf(key).kind.read(input[key], { field: key })));
}

/** Checks the flags of `node bitcoin`. @throws DevnetError INVALID_INPUT that names the flag */
export function readNodeFlags(flags: NodeFlags): BitcoinNodeSettings {
  const values: Record<string, unknown> = {};
  for (const key of nodeSettingKeys) {
    const given = flags[key];
    const { kind } = nodeSettingOf(key);
    const place = { field: `-${key}` };
    if (given === undefined) continue;
    if (typeof given === 'string') kind.readText(given, place);
    else kind.read(given, place);
    values[key] = typeof given === 'string' ? codeValue(key, given) : given;
  }
  return values;
}

/** Returns the text of a flag as code writes the value. */
function codeValue(key: BitcoinNodeSettingKey, text: string): unknown {
  const value = nodeSettingOf(key).kind.readText(text, { field: `-${key}` });
  return typeof value === 'bigint' ? text : value;
}

function complete(read: (key: BitcoinNodeSettingKey) => unknown): ResolvedNodeSettings {
  const values = Object.fromEntries(nodeSettingKeys.map((key) => [key, read(key) ?? nodeSettingOf(key).default]));
  const settings = values as ResolvedNodeSettings;
  checkTogether(settings);
  return settings;
}

/** bitcoind's rules about several options. @throws DevnetError INVALID_INPUT */
function checkTogether({ maxmempool, limitdescendantsize, blockmaxweight, blockreservedweight }: ResolvedNodeSettings): void {
  const least = Math.ceil((limitdescendantsize * 1000 * 40) / 1_000_000);
  if (maxmempool < least) throw invalid('maxmempool', `at least ${least} MB with limitdescendantsize ${limitdescendantsize}`, maxmempool);
  if (blockreservedweight > blockmaxweight) {
    throw invalid('blockreservedweight', `at most blockmaxweight (${blockmaxweight})`, blockreservedweight);
  }
}
