import { DevnetError } from '../error.js';
import type { Simnet } from './types.js';

/** What commands read and change of a simnet. */
type Target = Pick<Simnet, 'deployer' | 'stacksBlockHeight' | 'burnBlockHeight' | 'currentEpoch' | 'setEpoch'> &
  Pick<Simnet, 'mintSTX' | 'mintFT' | 'mineEmptyBurnBlock' | 'mineEmptyStacksBlocks'>;

type Command = (simnet: Target, args: readonly string[], senderOf: SenderOf) => string;
/** Returns an address as the simnet writes it. @throws if no transaction can have the sender */
type SenderOf = (sender: string) => string;

/** The commands of Clarinet's console that change or read a simnet. The others belong to the console itself. */
const COMMANDS: Readonly<Record<string, Command>> = {
  mint_stx: (simnet, [recipient = '', amount = '0']) => simnet.mintSTX(recipient, BigInt(amount)),
  mint_ft: (simnet, [asset = '', recipient = '', amount = '0']) => simnet.mintFT(asset, recipient, BigInt(amount)),
  set_tx_sender(simnet, [sender = ''], senderOf) {
    simnet.deployer = senderOf(sender);
    return `tx-sender switched to ${simnet.deployer}`;
  },
  get_block_height: ({ stacksBlockHeight }) => `Current height: ${stacksBlockHeight}`,
  get_epoch: ({ currentEpoch }) => `Current epoch: ${currentEpoch}`,
  set_epoch(simnet, [epoch = '']) {
    simnet.setEpoch(epoch);
    return `Epoch updated to: ${simnet.currentEpoch}`;
  },
  advance_stacks_chain_tip(simnet, [count = '1']) {
    for (let mined = 0; mined < Number(count); mined++) simnet.mineEmptyStacksBlocks(1);
    return `new stacks height: ${simnet.stacksBlockHeight}`;
  },
  advance_burn_chain_tip: advanceBurn,
  advance_chain_tip: advanceBurn,
};
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

function advanceBurn(simnet: Target, [count = '1']: readonly string[]): string {
  for (let mined = 0; mined < Number(count); mined++) simnet.mineEmptyBurnBlock();
  return `new burn height: ${simnet.burnBlockHeight}\nnew stacks height: ${simnet.stacksBlockHeight}`;
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
