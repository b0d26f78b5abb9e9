import { ownCommand } from '#platform/own-command.js';
import { toJson } from '../../base/json.js';
import type { ActiveChaos, Reorganisation, SnapshotInfo, StacksTxReceipt } from '../../network/data.js';
import { exitStatus } from '../exit-status.js';
import { type Output, table } from '../output.js';
import { printSent } from '../receipt-lines.js';
import { sayAccounts } from './accounts.js';
import { sayBalance } from './balance.js';
import { sayStatus } from './status.js';
import { printTrace } from './trace.js';

type Input = Readonly<Record<string, unknown>>;
/** Prints an answer for people. @param written what they wrote for each field: the name of a snapshot, not its id */
type Say = (answer: never, written: Input, output: Output) => void;

/** What a transaction was sent for. */
const SENT: Readonly<Record<string, string>> = {
  'state.setStxBalance': 'set stx',
  'state.setFtBalance': 'set ft',
  'state.setNftOwner': 'set nft',
  'state.setDataVar': 'set var',
  'state.setMapEntry': 'set map',
  'state.setNonce': 'set nonce',
};

const SAYINGS: Readonly<Record<string, Say>> = {
  status: (answer: never, _input, output) => sayStatus(answer, output),
  balances: (answer: never, _input, output) => sayAccounts(answer, output),
  balance: (balance: never, _input, output) => sayBalance(balance, output),
  'stacks.trace': (answer: never, _input, output) => printTrace(output, answer),
  restore: (_answer: never, { id }, output) => output.line(`restored ${id}`),
  snapshots: ({ snapshots }: { snapshots: SnapshotInfo[] }, _input, output) => lines(output, snapshots.map(snapshotRow)),
  deleteSnapshot: (_answer: never, { id }, output) => output.line(`removed ${id}`),
  'chaos.reorg': ({ forkHeight, abandoned, hashes }: Reorganisation, _input, output) =>
    output.line(
      `abandoned ${abandoned.length} ${abandoned.length === 1 ? 'block' : 'blocks'} above ${forkHeight}, and mined ${hashes.length} others`,
    ),
  'chaos.active': ({ active }: { active: ActiveChaos[] }, _input, output) => lines(output, active.map(faultRow)),
  'chaos.stop': (_answer: never, { id }, output) => output.line(`stopped ${id}`),
  'state.setNextBlockTime': (_answer: never, { time }, output) => output.line(`the next Bitcoin block is at ${time}`),
  'chaos.clear': (_answer: never, _input, output) => output.line('stopped all faults'),
};

/** What `--json` prints for operations without an answer. */
const DONE: Readonly<Record<string, (input: Input) => object>> = {
  deleteSnapshot: ({ id }) => ({ removed: id }),
  'chaos.stop': ({ id }) => ({ stopped: id }),
};

/** Returns what `--json` prints. @param body the answer; undefined without one */
export function jsonOf(name: string, body: object | undefined, input: Input, written: Input): object {
  return body ?? DONE[name]?.(input) ?? written;
}

/** Returns the exit status: an aborted transaction did not do what the command was for. */
export function exitOf(answer: unknown): number {
  return isReceipt(answer) && answer.status !== 'success' ? exitStatus.failed : exitStatus.done;
}

/** Prints what an operation answered. @param written the words for each field @returns the exit status */
export function say(name: string, answer: unknown, written: Input, output: Output): number {
  const own = SAYINGS[name];
  if (own !== undefined) own(answer as never, written, output);
  else if (name.startsWith('chaos.')) sayFault(answer as ActiveChaos, output);
  else if (isReceipt(answer)) return printSent(output, SENT[name] ?? name, answer);
  else if (answer === undefined) output.line('done');
  else for (const line of toJson(answer, 2).split('\n')) output.line(line);
  return exitStatus.done;
}

function sayFault(fault: ActiveChaos, output: Output): void {
  output.line(`${faultRow(fault).join('  ')}; end it with: ${ownCommand(`chaos stop ${fault.id}`)}`);
}

function faultRow({ id, kind, settings, left }: ActiveChaos): string[] {
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [id, kind, shown.join(', '), ...(left === undefined ? [] : [`${left} left`])];
}

export function snapshotRow({ id, name, createdAt, heights }: SnapshotInfo): string[] {
  return [id, name, createdAt, `Bitcoin ${heights.bitcoin}, Stacks ${heights.stacks}`];
}

function lines(output: Output, rows: readonly string[][]): void {
  for (const line of table(rows)) output.line(line);
}

function isReceipt(answer: unknown): answer is StacksTxReceipt {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'cost' in answer && 'txid' in answer;
}
