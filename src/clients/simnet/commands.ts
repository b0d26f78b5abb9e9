import { DevnetError } from '../../base/error.js';
import { findPrincipal } from '../../clarity/values.js';
import type { Simnet } from './types.js';

/** What commands read and change of a simnet. */
type Target = Pick<Simnet, 'deployer' | 'stacksBlockHeight' | 'burnBlockHeight' | 'currentEpoch' | 'setEpoch'> &
  Pick<Simnet, 'mintSTX' | 'mintFT' | 'mineEmptyBurnBlock' | 'mineEmptyStacksBlocks'>;

type Command = (simnet: Target, args: readonly string[], senderOf: SenderOf) => string;
/** Returns an address as the simnet writes it. @throws if no transaction can have the sender */
type SenderOf = (sender: string) => string;

/**
 * The commands of Clarinet's console that change or read a simnet. The others belong to the console itself. Wrong words get its answers.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  mint_stx(simnet, args) {
    const [recipient = '', amount = ''] = args;
    if (args.length !== 2) return 'Usage: ::mint_stx <recipient address> <amount>';
    if (findPrincipal(recipient) === undefined) return NO_ADDRESS;
    const parsed = parseWhole(amount, 64n);
    return parsed === undefined ? 'Unable to parse the balance' : simnet.mintSTX(recipient, parsed);
  },
  mint_ft(simnet, args) {
    const [asset = '', recipient = '', amount = ''] = args;
    if (args.length !== 3) return 'Usage: ::mint_ft <asset identifier> <recipient address> <amount>';
    if (findPrincipal(recipient) === undefined) return 'Unable to parse the recipient address';
    const parsed = parseWhole(amount, 64n);
    return parsed === undefined ? 'Unable to parse the amount' : simnet.mintFT(asset, recipient, parsed);
  },
  set_tx_sender(simnet, args, senderOf) {
    const [sender = ''] = args;
    if (args.length !== 1) return 'Usage: ::set_tx_sender <address>';
    if (findPrincipal(sender) === undefined) return NO_ADDRESS;
    simnet.deployer = senderOf(sender);
    return `tx-sender switched to ${simnet.deployer}`;
  },
  get_block_height: ({ stacksBlockHeight }) => `Current height: ${stacksBlockHeight}`,
  get_epoch: ({ currentEpoch }) => `Current epoch: ${currentEpoch}`,
  set_epoch(simnet, [epoch = '']) {
    simnet.setEpoch(epoch);
    return `Epoch updated to: ${simnet.currentEpoch}`;
  },
  advance_stacks_chain_tip: (simnet, args) => advance(simnet, args, () => simnet.mineEmptyStacksBlocks(1)),
  advance_burn_chain_tip: (simnet, args) => advance(simnet, args, () => simnet.mineEmptyBurnBlock()),
  advance_chain_tip: (simnet, args) => advance(simnet, args, () => simnet.mineEmptyBurnBlock()),
};
const NO_ADDRESS = 'Unable to parse the address';
/** Commands of the console that say nothing about a simnet. */
const OF_THE_CONSOLE = [
  'help',
  'functions',
  'keywords',
  'describe',
  'toggle_costs',
  'toggle_timings',
  'debug',
  'trace',
  'get_costs',
  'encode',
  'decode',
];

function advance(simnet: Target, [count = '1']: readonly string[], mine: () => void): string {
  const parsed = parseWhole(count, 32n);
  if (parsed === undefined) return 'Unable to parse count';
  for (let left = parsed; left > 0n; left--) mine();
  return `new burn height: ${simnet.burnBlockHeight}\nnew stacks height: ${simnet.stacksBlockHeight}`;
}

/** Returns a whole number of so many bits, with a plus sign or without; undefined for other text. */
function parseWhole(text: string, bits: bigint): bigint | undefined {
  if (!/^\+?\d{1,39}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value < 2n ** bits ? value : undefined;
}

/** Runs a command such as `::get_epoch`. @throws DevnetError UNSUPPORTED for a command of the console itself */
export function runCommand(simnet: Target, text: string, senderOf: SenderOf = (sender) => sender): string {
  if (!text.startsWith('::')) return 'error: command must start with ::';
  const [name = '', ...args] = text.slice(2).trim().split(/\s+/);
  if (OF_THE_CONSOLE.includes(name)) {
    throw new DevnetError(
      'UNSUPPORTED',
      `simnet.executeCommand('::${name}'): the command belongs to Clarinet's console. Run "clarinet console".`,
    );
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command?.(simnet, args, senderOf) ?? 'Invalid command. Try `::help`';
}
