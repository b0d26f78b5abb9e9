import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { linkClarityPackage, loadClarityPackage } from '#dist/node/stacks/vm/machine/code.js';
import type { MachineSource } from '#dist/node/stacks/vm/machine/machine.js';
import { packedOrigin } from '#dist/node/stacks/vm/origin/packed-origin.js';
import { readSessionTable } from '#dist/node/stacks/vm/origin/table-file.js';
import type { Vm, VmCheckpoint, VmRejection, VmResult, VmTransaction } from '#dist/node/stacks/vm/types.js';
import { DEFAULT_GENESIS_TIME, startVm, type VmOptions } from '#dist/node/stacks/vm/vm.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const WALLET = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
/** Holds nothing at genesis. */
export const STRANGER = 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S';
export const STX = 1_000_000n;
export const FUNDS = 100_000_000n * STX;

/** Where the images of the tests are kept from run to run. */
export const IMAGES = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/stacks-devnet');

export const GENESIS = {
  balances: [
    { principal: DEPLOYER, amount: FUNDS },
    { principal: WALLET, amount: FUNDS },
  ],
  epoch: '3.4',
  pox: { rewardLength: 20, prepareLength: 5 },
  burnHeight: 110,
} satisfies Partial<VmOptions>;

/** Everything that VMs in the thread of the test are made from. */
export async function machineSource(): Promise<MachineSource> {
  const code = linkClarityPackage(loadClarityPackage());
  return { code, origin: packedOrigin([readSessionTable(code.digest)]), genesisTime: DEFAULT_GENESIS_TIME };
}

/** A VM that ends with the test; all with the same genesis share one image. */
export async function testVm(options: Partial<VmOptions> = {}): Promise<Vm & AsyncDisposable> {
  const vm = await startVm({ ...GENESIS, cache: { dir: IMAGES, enabled: true }, ...options });
  return Object.defineProperty(vm, Symbol.asyncDispose, { value: () => vm.close() }) as Vm & AsyncDisposable;
}

/** One VM for all tests of a file, put back to genesis before each. */
export function sharedVm(options: Partial<VmOptions> = {}): () => Vm {
  let vm: Vm | undefined;
  let genesis: VmCheckpoint | undefined;
  beforeAll(async () => {
    vm = await testVm(options);
    genesis = await vm.capture();
  });
  beforeEach(async () => {
    if (genesis !== undefined) await vm?.restore(genesis);
  });
  afterAll(() => vm?.close());
  return () => {
    if (vm === undefined) throw new Error('the VM exists only while tests run');
    return vm;
  };
}

type Options = Partial<Omit<VmTransaction, 'payload'>>;

export function transaction(payload: VmTransaction['payload'], options: Options = {}): VmTransaction {
  return {
    txid: `0x${'00'.repeat(32)}`,
    origin: DEPLOYER,
    fee: 1000n,
    payload,
    postConditionMode: 'allow',
    postConditions: [],
    ...options,
  };
}

export function transfer(recipient: string, amount: bigint, options: Options & { memo?: string } = {}): VmTransaction {
  const { memo = '', ...rest } = options;
  return transaction({ type: 'transfer', recipient, amount, memo: Buffer.from(memo).toString('hex').padEnd(68, '0') }, rest);
}

export function deploy(name: string, source: string, options: Options & { clarityVersion?: number } = {}): VmTransaction {
  const { clarityVersion, ...rest } = options;
  return transaction({ type: 'deploy', name, source, clarityVersion }, rest);
}

export function call(contract: string, fn: string, args: string[] = [], options: Options = {}): VmTransaction {
  return transaction({ type: 'call', contract: contract.includes('.') ? contract : `${DEPLOYER}.${contract}`, fn, args }, options);
}

/** Runs one transaction in a block of its own. */
export async function run(vm: Vm, one: VmTransaction): Promise<VmResult | VmRejection> {
  const { results } = await vm.executeBlock({ tenure: false, mints: [], transactions: [one] });
  const [result] = results;
  if (result === undefined || result.status === 'postponed') throw new Error(`a block without it: ${result?.status}`);
  return result;
}

/** Runs one transaction that must be in a block. */
export async function mine(vm: Vm, one: VmTransaction): Promise<VmResult> {
  const result = await run(vm, one);
  if (result.status === 'invalid') throw new Error(`rejected: ${result.reason}`);
  return result;
}

export async function mineOk(vm: Vm, one: VmTransaction): Promise<VmResult> {
  const result = await mine(vm, one);
  if (result.status !== 'success') throw new Error(`${result.status} ${result.repr}: ${result.vmError}`);
  return result;
}

export async function balance(vm: Vm, principal: string): Promise<bigint> {
  return (await vm.account(principal)).balance;
}

/** The value of a read that must succeed. */
export async function read(vm: Vm, contract: string, fn: string, args: string[] = [], sender = WALLET): Promise<string> {
  const answer = await vm.callReadOnly({ contract: `${DEPLOYER}.${contract}`, fn, args, sender });
  if (!answer.okay) throw new Error(answer.cause);
  return answer.result;
}

export function uint(value: number | bigint): string {
  return `01${value.toString(16).padStart(32, '0')}`;
}

/** Serialized principals. */
export const PRINCIPAL = {
  [DEPLOYER]: '051a6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce',
  [WALLET]: '051a7321b74e2b6a7e949e6c4ad313035b1665095017',
  [STRANGER]: '051afc7250a211deddc70ee5a2738de5f07817351cef',
} as const;
