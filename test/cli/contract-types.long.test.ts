import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OF_A_USER, typeErrors } from '../../scripts/compiler.js';
import { useCounterNetwork } from './counter-network.js';

const network = useCounterNetwork();
const { run } = network;
let counter: string;
beforeAll(() => {
  ({ counter } = network);
});

describe('types', () => {
  // Inside the package, so that `import … from 'stacks-devnet'` finds the package.
  const folder = path.resolve(import.meta.dirname, `../.examples-${process.pid}-types`);
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles a module beside the declarations. */
  function problems(code: string): string[] {
    const main = path.join(folder, 'main.ts');
    writeFileSync(main, code);
    const options = { ...OF_A_USER, moduleDetection: 'force', exactOptionalPropertyTypes: true };
    return [...typeErrors([main, path.join(folder, 'contracts.d.ts')], options).values()].flat();
  }

  test('default: the compiler knows names, arguments and results, and refuses others', async () => {
    const target = path.join(folder, 'contracts.d.ts');
    expect(await run('types', '-o', target)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^wrote .*: \d contracts?$/),
    });
    expect(readFileSync(target, 'utf8')).toContain(
      '/** (add (n uint) (label (optional (string-ascii 5)))) returns (response uint uint) */',
    );
    const code = `
import { type Account, clarity, type Devnet } from 'stacks-devnet';
import type {} from 'stacks-devnet/jest';
import { useDevnet as useInNode } from 'stacks-devnet/node-test';
import { useDevnet as useInVitest } from 'stacks-devnet/vitest';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

export async function right(devnet: Devnet, account: Account): Promise<void> {
  const counter = devnet.contract('counter');
  const receipt = await counter.call('add', { n: 1n }, { as: 'wallet_1' });
  if (receipt.status === 'success') same<typeof receipt.value.ok, bigint>(true);
  if (receipt.status === 'abort_by_response') same<typeof receipt.value, { err: bigint; ok?: undefined } | undefined>(true);
  await counter.call('add', { n: 1, label: null }, { as: account, postConditionMode: 'deny', fee: 1n, timeoutMs: 5 });
  await counter.call('add', [1n, 'x'], { as: account });
  await counter.call('move', { amount: 1n, ids: [1n, 2], raw: '0xff' }, { as: account });
  await counter.call('move', { amount: 1n, ids: [], raw: new Uint8Array(1), o: clarity('(some none)') }, { as: account });
  const txid = await counter.call('add', { n: 1n }, { as: 'wallet_1', wait: false });
  same<typeof txid, string>(true);
  const count = await counter.read('get-count');
  same<typeof count, bigint>(true);
  const pair = await counter.read('pair', { a: 1n }, { as: 'wallet_1' });
  same<typeof pair, { a: bigint; memo: string | null; who: string }>(true);
  const checked = await counter.read('check', [1n]);
  same<typeof checked.ok, bigint | undefined>(true);
  same<typeof checked.err, string | undefined>(true);
  const note = await counter.map('notes', { id: 1n, owner: account.stx.address });
  same<typeof note, Uint8Array | null>(true);
  const variable = await counter.variable('count');
  same<typeof variable, bigint>(true);
  const limit = await counter.constant('LIMIT');
  same<typeof limit, bigint>(true);
  const byId = await devnet.contract('${counter}').read('get-count');
  same<typeof byId, bigint>(true);
  const loose = await devnet.contract('SP000000000000000000002Q6VF78.other').read<string>('anything', { x: 1 });
  same<typeof loose, string>(true);
}

export async function inRunners(): Promise<void> {
  for (const net of [useInVitest(), useInNode(), stacksDevnet]) {
    const count = await net.devnet.contract('counter').read('get-count');
    same<typeof count, bigint>(true);
    // @ts-expect-error an unknown contract
    net.devnet.contract('cuonter');
  }
}

export async function wrong(devnet: Devnet): Promise<void> {
  const counter = devnet.contract('counter');
  // @ts-expect-error an unknown contract
  devnet.contract('cuonter');
  // @ts-expect-error an unknown function
  await counter.call('ad', { n: 1n }, { as: 'wallet_1' });
  // @ts-expect-error a read-only function
  await counter.call('get-count', {}, { as: 'wallet_1' });
  // @ts-expect-error a public function
  await counter.read('add', { n: 1n });
  // @ts-expect-error a wrong type
  await counter.call('add', { n: '1' }, { as: 'wallet_1' });
  // @ts-expect-error a wrong name
  await counter.call('add', { m: 1n }, { as: 'wallet_1' });
  // @ts-expect-error one name too many
  await counter.call('add', { n: 1n, m: 1n }, { as: 'wallet_1' });
  // @ts-expect-error one argument too few
  await counter.call('add', [1n], { as: 'wallet_1' });
  // @ts-expect-error a missing argument
  await counter.call('add', {}, { as: 'wallet_1' });
  // @ts-expect-error nobody signs
  await counter.call('add', { n: 1n }, {});
  // @ts-expect-error no options
  await counter.call('add', { n: 1n });
  // @ts-expect-error hex without 0x
  await counter.call('move', { amount: 1n, ids: [], raw: 'ff' }, { as: 'wallet_1' });
  // @ts-expect-error an argument is needed
  await counter.read('pair');
  // @ts-expect-error an argument that the function does not take
  await counter.read('get-count', { a: 1n });
  // @ts-expect-error a wrong result
  const count: string = await counter.read('get-count');
  // @ts-expect-error an unknown map
  await counter.map('note', { id: 1n, owner: '' });
  // @ts-expect-error half a key
  await counter.map('notes', { id: 1n });
  // @ts-expect-error a constant is no variable
  await counter.variable('LIMIT');
  // @ts-expect-error a txid has no status
  (await counter.call('add', { n: 1n }, { as: 'wallet_1', wait: false })).status;
  return void count;
}
`;
    expect(problems(code)).toEqual([]);
  });

  test('behavior: without declarations every name and value compiles', () => {
    writeFileSync(path.join(folder, 'contracts.d.ts'), '');
    const code = `
import type { Devnet } from 'stacks-devnet';
export async function any(devnet: Devnet, name: string): Promise<bigint> {
  await devnet.contract('anything').call('f', { x: 1n }, { as: 'wallet_1' });
  const { status, value } = await devnet.contract(name).call<bigint>('f', [], { as: 'wallet_1' });
  return status === 'success' ? value.ok : devnet.contract(name).read<bigint>('g');
}
`;
    expect(problems(code)).toEqual([]);
  });

  test('behavior: the declarations of large contracts compile', async () => {
    writeFileSync(path.join(folder, 'contracts.d.ts'), '');
    const large = ['pox-5', 'pox-4', 'bns', 'costs-4'].map((name) => `ST000000000000000000002AMW42H.${name}`);
    const { stdout } = await run('types', ...large, 'counter', '--output', '-');
    // As a module, so that the compiler checks it in spite of skipLibCheck.
    expect(problems(stdout)).toEqual([]);
  });
});
