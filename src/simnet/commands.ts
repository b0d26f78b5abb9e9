import { DevnetError } from '../error.js';

/** What commands read and change. */
export type CommandTarget = {
  deployer: string;
  readonly height: number;
  readonly burnHeight: number;
  readonly epoch: string;
  /** @returns the balance after it, in micro-STX */
  mintStx(recipient: string, amount: bigint): bigint;
  /** @param asset `ST….contract.token` */
  mintToken(asset: string, recipient: string, amount: bigint): { token: string; balance: bigint };
  senderOf(sender: string): { text: string };
  setEpoch(epoch: string): void;
  mineStacks(): void;
  mineBurn(): void;
};

type Command = (target: CommandTarget, args: readonly string[]) => string;

/** The commands of Clarinet's console that change or read a simnet. The others belong to the console itself. */
const COMMANDS: Readonly<Record<string, Command>> = {
  mint_stx: (target, [recipient = '', amount = '0']) => mintedStx(recipient, target.mintStx(recipient, BigInt(amount))),
  mint_ft(target, [asset = '', recipient = '', amount = '0']) {
    const { token, balance } = target.mintToken(asset, recipient, BigInt(amount));
    return mintedToken(recipient, token, balance);
  },
  set_tx_sender(target, [sender = '']) {
    target.deployer = target.senderOf(sender).text;
    return `tx-sender switched to ${target.deployer}`;
  },
  get_block_height: (target) => `Current height: ${target.height}`,
  get_epoch: (target) => `Current epoch: ${target.epoch}`,
  set_epoch(target, [epoch = '']) {
    target.setEpoch(epoch);
    return `Epoch updated to: ${target.epoch}`;
  },
  advance_stacks_chain_tip(target, [count = '1']) {
    for (let mined = 0; mined < Number(count); mined++) target.mineStacks();
    return `new stacks height: ${target.height}`;
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

function advanceBurn(target: CommandTarget, [count = '1']: readonly string[]): string {
  for (let mined = 0; mined < Number(count); mined++) target.mineBurn();
  return `new burn height: ${target.burnHeight}\nnew stacks height: ${target.height}`;
}

export function mintedStx(recipient: string, balance: bigint): string {
  return `→ ${recipient}: ${balance} µSTX`;
}

export function mintedToken(recipient: string, token: string, balance: bigint): string {
  return `→ ${recipient}: ${balance} ${token}`;
}

/** Runs a command such as `::get_epoch`. @throws DevnetError UNSUPPORTED for a command of the console itself */
export function runCommand(target: CommandTarget, text: string): string {
  if (!text.startsWith('::')) return 'error: command must start with ::';
  const [name = '', ...args] = text.slice(2).trim().split(/\s+/);
  if (OF_THE_CONSOLE.includes(name)) {
    throw new DevnetError(
      'UNSUPPORTED',
      `simnet.executeCommand('::${name}'): the command belongs to Clarinet's console. Run "clarinet console".`,
    );
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command?.(target, args) ?? 'Invalid command. Try `::help`';
}
