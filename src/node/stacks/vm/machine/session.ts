import type { SourcePosition } from '../../../../chains/stacks/receipt/node-receipt.js';
import { mayCallCosts } from '../genesis/cost-contract.js';
import { CONTRACT, CONTRACT_SIZE, DATA_SIZE, dataSize, SOURCE } from '../memory/contract-metadata.js';
import { keyHash } from '../origin/table.js';
import type { VmCost } from '../types.js';
import type { Machine } from './machine.js';
import { Panic } from './panic.js';
import { withPlaceholder } from './placeholder.js';
import { isErr } from './serialized.js';

export type SessionEvent = { event: string; data: Record<string, unknown> };

/** The outcome of Clarity code: its value as hex without 0x and its events, or the VM's message. */
export type Outcome = { ok: true; result: string; events: SessionEvent[]; cost: VmCost } | { ok: false; message: string };

export const NO_COST: VmCost = { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 };

/**
 * The SDK's deployer during a function call: an account without contracts. So the SDK does not find the contract
 * among its interfaces, so it neither checks the function's access nor opens a block, and simply runs the function.
 */
const EMPTY_DEPLOYER = 'ST3J8EVYHVKH6XXPD61EE8XEHW4Y2K83861225AB1';

/** The SDK stores a report of every call until it is collected. */
const CALLS_PER_REPORT = 256;

/** Runs a Clarity snippet of one expression as `sender`, in the open block. */
export function execute(machine: Machine, sender: string, snippet: string): Outcome {
  return guard(machine, () => {
    setSender(machine, sender);
    return outcome(machine.sdk.execute(snippet));
  });
}

/** `contract` is `ST….name`; the sender must be an account. */
export type FunctionCall = { contract: string; fn: string; args: readonly string[]; sender: string };

/** Calls a public or read-only function in the open block; what it writes stays. Arguments are hex without 0x. */
export function callFunction(machine: Machine, { contract, fn, args, sender }: FunctionCall): Outcome {
  const dot = contract.indexOf('.');
  if (mayCallCosts([contract], args)) machine.widenCosts();
  return guard(machine, () => {
    machine.sdk.deployer = EMPTY_DEPLOYER;
    setSender(machine, contract.slice(0, dot));
    using call = new machine.api.CallFnArgs(
      contract.slice(dot),
      fn,
      args.map((arg) => Buffer.from(arg, 'hex')),
      sender,
    );
    const done = outcome(machine.sdk.callReadOnlyFn(call));
    dropReports(machine);
    return done;
  });
}

/** Opens the next Stacks block and calls functions in it, private ones too; one that fails fails all. Reports no events. */
export function callPrivateFunctions(machine: Machine, calls: readonly FunctionCall[]): Outcome {
  return guard(machine, () => {
    const transactions = calls.map(({ contract, fn, args, sender }) => ({
      // bytes by index: what is left of a `Uint8Array` in JSON
      callPrivateFn: { contract, method: fn, args_maps: args.map((arg) => ({ ...Buffer.from(arg, 'hex') })), sender },
    }));
    const results = machine.sdk.mineBlock(transactions) as { result: string }[];
    const failed = results.map(({ result }) => result.slice(2)).find(isErr);
    return failed === undefined ? DONE : { ok: false, message: `0x${failed}` };
  });
}

/** `clarityVersion` undefined is the newest that the epoch has, as in stacks-core. See `placeholder.ts` for the last. */
export type Deployment = { sender: string; name: string; source: string; clarityVersion: number | undefined; placeholder?: boolean };

/** Opens the next Stacks block and deploys a contract in it. */
export function deployContract(machine: Machine, { sender, name, source, clarityVersion, placeholder = false }: Deployment): Outcome {
  if (mayCallCosts([source])) machine.widenCosts();
  const deployed = guard(machine, () => {
    const options = new machine.api.ContractOptions(clarityVersion ?? defaultClarityVersion(machine));
    // The arguments take the options over.
    using deployment = new machine.api.DeployContractArgs(name, placeholder ? withPlaceholder(source) : source, options, sender);
    return outcome(machine.sdk.deployContract(deployment));
  });
  if (deployed.ok) correct(machine, `${sender}.${name}`, placeholder ? source : undefined);
  return deployed;
}

/**
 * Opens the next Stacks block and deploys contracts in it, for epochs in which a block takes a burn block of its own.
 * @returns the first contract that cannot be deployed, and why; the machine is of no use then
 */
export function deployTogether(
  machine: Machine,
  deployments: readonly Deployment[],
): { deployment: Deployment; message: string } | undefined {
  if (mayCallCosts(deployments.map(({ source }) => source))) machine.widenCosts();
  const outcome = guard(machine, () => {
    const transactions = deployments.map(({ sender, name, source, clarityVersion, placeholder }) => ({
      deployContract: {
        name,
        content: placeholder ? withPlaceholder(source) : source,
        options: { clarityVersion: clarityVersion ?? defaultClarityVersion(machine) },
        sender,
      },
    }));
    machine.sdk.mineBlock(transactions);
    return DONE;
  });
  const isThere = ({ sender, name }: Deployment): boolean => machine.metadata(`${sender}.${name}`, CONTRACT) !== undefined;
  const missing = deployments.find((deployment) => !isThere(deployment));
  if (missing !== undefined) return { deployment: missing, message: outcome.ok ? 'the contract is not there' : outcome.message };
  for (const { sender, name, source, placeholder } of deployments) correct(machine, `${sender}.${name}`, placeholder ? source : undefined);
  return undefined;
}

/**
 * Corrects what a node stores otherwise: the VM takes 0 for the size of a contract's constants, which counts in the cost of each call; and with
 * a placeholder the source, its size and its hash are others.
 */
function correct({ metadata, session }: Machine, contract: string, source: string | undefined): void {
  const size = dataSize(metadata(contract, CONTRACT) ?? '');
  if (size !== '0') session.setMetadata(contract, DATA_SIZE, size);
  if (source === undefined) return;
  session.setMetadata(contract, SOURCE, source);
  session.setMetadata(contract, CONTRACT_SIZE, `${Buffer.byteLength(source)}`);
  session.setHash(contract, keyHash(source));
}

/** The SDK's own default is not the epoch's but that of the newest epoch. */
export function defaultClarityVersion({ sdk }: Machine): number {
  return Number(sdk.getDefaultClarityVersionForCurrentEpoch().replace(/^Clarity ?/, ''));
}

/** An error or note of the VM's parser or analysis. */
export type Finding = { message: string; position: SourcePosition | undefined };

/**
 * Returns what the parser and the analysis find wrong with a source, in the order of the VM; nothing if only its execution fails.
 * The VM shows positions for the expression of its command `::encode` only. Changes the state, which the caller must undo: the
 * command runs a source without errors, in the Clarity version of the epoch.
 */
export function findErrors(machine: Machine, { sender, source, clarityVersion }: Deployment): Finding[] {
  const shown = lookUp(machine, (sdk) => {
    setSender(machine, sender);
    const epoch = clarityVersion === defaultClarityVersion(machine) ? undefined : FIRST_EPOCH[clarityVersion ?? 0];
    if (epoch !== undefined) sdk.setEpoch(epoch);
    return sdk.executeCommand(`::encode ${source}`);
  });
  return [...(shown ?? '').matchAll(FINDING)].map(([, message = '', line, column]) => ({
    message,
    position: line === undefined ? undefined : { line: Number(line), column: Number(column) },
  }));
}

const FINDING = /^(?:error|note): (.*)\n(?:--> encode:(\d+):(\d+)\n)?/gm;

/** The first epoch of each Clarity version, in which it is the default. */
const FIRST_EPOCH: Readonly<Record<number, Parameters<Machine['sdk']['setEpoch']>[0]>> = {
  1: '2.0',
  2: '2.1',
  3: '3.0',
  4: '3.3',
  5: '3.4',
  6: '4.0',
};

/** Adds to an account's balance and to the supply; `amount` is below 2^64. To a contract the VM panics. */
export function mint(machine: Machine, principal: string, amount: bigint): Outcome {
  return guard(machine, () => {
    machine.sdk.mintSTX(principal, amount);
    return DONE;
  });
}

/** Mines `count` burn blocks, each with one Stacks block in it. */
export function mineBurnBlocks(machine: Machine, count: number): void {
  guard(machine, () => {
    machine.sdk.mineEmptyBurnBlocks(count);
    return DONE;
  });
}

/** Seconds from a burn block to the next. */
const BURN_INTERVAL = 600;

/** Mines the next burn block at a time in seconds since 1970: the VM itself takes that of the last one, and an interval. */
export function mineBurnBlockAt(machine: Machine, time: number): void {
  const { session, sdk } = machine;
  const last = sdk.burnBlockHeight;
  const before = session.exchangeBurnTime(last, time - BURN_INTERVAL);
  mineBurnBlocks(machine, 1);
  // Contracts read the times of old blocks, too.
  session.exchangeBurnTime(last, before);
}

/** Mines a Stacks block of the open tenure; before Nakamoto each Stacks block needs a burn block. */
export function mineStacksBlock(machine: Machine): void {
  guard(machine, () => {
    if (isNakamoto(machine)) machine.sdk.mineEmptyStacksBlock();
    else machine.sdk.mineEmptyBurnBlock();
    return DONE;
  });
}

/** Whether tenures have several Stacks blocks: since epoch 3.0. Before it, each burn block has one, also that which a deploy opens. */
export function isNakamoto({ sdk }: Machine): boolean {
  return !sdk.currentEpoch.startsWith('2.');
}

/** A value of the SDK's that is absent when it throws; hex without 0x. */
export function lookUp(machine: Machine, read: (sdk: Machine['sdk']) => string): string | undefined {
  return lookUpValue(machine, read)?.replace(/^0x/, '');
}

/** Something of the SDK's that is absent when it throws. */
export function lookUpValue<T>(machine: Machine, read: (sdk: Machine['sdk']) => T): T | undefined {
  let value: T | undefined;
  guard(machine, () => {
    value = read(machine.sdk);
    return DONE;
  });
  return value;
}

const DONE: Outcome = { ok: true, result: '', events: [], cost: NO_COST };

/** The SDK throws strings for errors of Clarity code; anything else means that the instance is broken. */
function guard(machine: Machine, run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    if (typeof error === 'string') return { ok: false, message: error };
    throw new Panic(panicMessage(machine.printed()) ?? String(error), { cause: error });
  } finally {
    machine.check();
  }
}

/** Returns the message in the output of the panic hook, between the place and the stack trace. */
function panicMessage(printed: string | undefined): string | undefined {
  return printed === undefined ? undefined : /panicked at [^\n]*\n([^\n]+)/.exec(printed)?.[1];
}

function setSender(machine: Machine, sender: string): void {
  machine.sdk.executeCommand(`::set_tx_sender ${sender}`);
}

type TransactionResult = ReturnType<Machine['sdk']['execute']>;

function outcome(transaction: TransactionResult): Outcome {
  using result = transaction;
  const events = (JSON.parse(result.events) as string[]).map((event) => JSON.parse(event) as SessionEvent);
  return { ok: true, result: result.result.slice(2), events, cost: costOf(result.costs) };
}

function costOf(json: string): VmCost {
  const total = (JSON.parse(json) as { total: Record<string, number> } | null)?.total;
  if (total === undefined) return NO_COST;
  const { read_count = 0, read_length = 0, runtime = 0, write_count = 0, write_length = 0 } = total;
  return { readCount: read_count, readLength: read_length, runtime, writeCount: write_count, writeLength: write_length };
}

function dropReports(machine: Machine): void {
  machine.usage.calls++;
  if (machine.usage.calls % CALLS_PER_REPORT === 0) machine.sdk.collectReport(false, '').free();
}
