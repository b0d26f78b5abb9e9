import { Option } from 'commander';
import { type NodeFlags, nodeSettingKeys, nodeSettingOf } from '../project/bitcoin-node.js';
import { describeDefault } from '../project/config.js';

/** Flags of `node bitcoin` that bitcoind names differently. */
const aliases: Readonly<Record<string, string>> = { rpcuser: 'rpc-user', rpcpassword: 'rpc-password', rpcport: 'port' };

/** What flags mean without a value, besides switches. */
const valueless: Readonly<Record<string, string>> = { debug: 'all' };

/** Creates the flags of the Bitcoin node's options. */
export function nodeOptionFlags(): Option[] {
  return nodeSettingKeys.map((key) => {
    const setting = nodeSettingOf(key);
    const notes = `${setting.repeatable ? ' (repeatable)' : ''} (default: ${shownDefault(describeDefault(setting, 'free'))})`;
    const option = new Option(`--${key} <${setting.kind.placeholder}>`, `${setting.help}${notes}`);
    if (setting.repeatable) option.argParser((text: string, previous: string[] = []) => [...previous, text]);
    return option.helpGroup("bitcoind's options, also with a single dash:");
  });
}

/** A switch that is off is `false` in code. */
function shownDefault(text: string | undefined): string | undefined {
  return text === 'false' ? '0' : text;
}

/** Returns the texts of the flags. */
export function nodeFlags(values: Record<string, unknown>): NodeFlags {
  return Object.fromEntries(nodeSettingKeys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
}

/**
 * Rewrites bitcoind's spellings in the command line of `node bitcoin`: one dash, `-noname`, a switch without value.
 * @example ['node', 'bitcoin', '-nodatacarrier'] // → ['node', 'bitcoin', '--datacarrier=0']
 */
export function withLongFlags(args: readonly string[]): readonly string[] {
  const [command, kind] = args.filter((arg) => !arg.startsWith('-'));
  if (command !== 'node' || kind !== 'bitcoin') return args;
  return args.map(longFlag);
}

function longFlag(arg: string): string {
  const [, name = '', value] = /^--?([a-z]+)(=.*)?$/s.exec(arg) ?? [];
  const alias = aliases[name];
  if (alias !== undefined) return `--${alias}${value ?? ''}`;
  const implied = value === undefined ? valueless[name] : undefined;
  if (implied !== undefined) return `--${name}=${implied}`;
  if (isSwitch(name)) return `--${name}${value ?? '=1'}`;
  const positive = name.replace(/^no/, '');
  if (positive !== name && isSwitch(positive) && value === undefined) return `--${positive}=0`;
  return /^-[a-z]{2}/.test(arg) ? `-${arg}` : arg;
}

function isSwitch(name: string): boolean {
  return nodeSettingKeys.some((key) => key === name && nodeSettingOf(key).kind.placeholder === '1|0');
}
