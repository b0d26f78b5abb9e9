import { DevnetError } from '../../error.js';
import type { LocalSession } from './session.js';

type Command = (session: LocalSession, args: readonly string[]) => string;

/** The commands of Clarinet's console that change or read a simnet. The others belong to the console itself. */
const COMMANDS: Readonly<Record<string, Command>> = {
  mint_stx: (session, [recipient = '', amount = '0']) => mintedStx(recipient, session.mintStx(recipient, BigInt(amount))),
  mint_ft(session, [asset = '', recipient = '', amount = '0']) {
    const { token, balance } = session.mintToken(asset, recipient, BigInt(amount));
    return mintedToken(recipient, token, balance);
  },
  set_tx_sender(session, [sender = '']) {
    session.deployer = session.senderOf(sender).text;
    return `tx-sender switched to ${session.deployer}`;
  },
  get_block_height: (session) => `Current height: ${session.height}`,
  get_epoch: (session) => `Current epoch: ${session.epoch}`,
  set_epoch(session, [epoch = '']) {
    session.setEpoch(epoch);
    return `Epoch updated to: ${session.epoch}`;
  },
  advance_stacks_chain_tip(session, [count = '1']) {
    for (let mined = 0; mined < Number(count); mined++) session.mineStacks();
    return `new stacks height: ${session.height}`;
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

function advanceBurn(session: LocalSession, [count = '1']: readonly string[]): string {
  for (let mined = 0; mined < Number(count); mined++) session.mineBurn();
  return `new burn height: ${session.burnHeight}\nnew stacks height: ${session.height}`;
}

export function mintedStx(recipient: string, balance: bigint): string {
  return `→ ${recipient}: ${balance} µSTX`;
}

export function mintedToken(recipient: string, token: string, balance: bigint): string {
  return `→ ${recipient}: ${balance} ${token}`;
}

/** Runs a command such as `::get_epoch`. @throws DevnetError UNSUPPORTED for a command of the console itself */
export function runCommand(session: LocalSession, text: string): string {
  if (!text.startsWith('::')) return 'error: command must start with ::';
  const [name = '', ...args] = text.slice(2).trim().split(/\s+/);
  if (OF_THE_CONSOLE.includes(name)) {
    throw new DevnetError(
      'UNSUPPORTED',
      `simnet.executeCommand('::${name}'): the command belongs to Clarinet's console. Run "clarinet console".`,
    );
  }
  return COMMANDS[name]?.(session, args) ?? 'Invalid command. Try `::help`';
}
