import fc from 'fast-check';
import {
  type ChainProperty,
  type Command,
  checkChain,
  createCommand,
  createCommands,
  runCommands,
  type Session,
} from 'stacks-devnet/property';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asciiType,
  bufferType,
  listType,
  optionalType,
  parseAbiType,
  responseType,
  type Type,
  tupleType,
  utf8Type,
} from '#dist/clarity/types.js';
import { valuesOf } from '#dist/clients/property/values.js';
import { toClarity } from '#dist/network/devnet/contract/to-clarity.js';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';

const source = `
(define-data-var n uint u0)
(define-read-only (get-n) (var-get n))
(define-public (add (step uint) (note (optional (string-utf8 5)))) (ok (var-set n (+ step (var-get n)))))
(define-public (fail) (err u7))`;
const holds = { 'always true': '(is-eq u1 u1)' };

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet();
  await devnet.stacks.deploy({ name: 'counter', source, as: 'deployer', expect: 'ok' });
});
afterAll(() => devnet.close());

const counter = () => createCommands(devnet, { contracts: ['counter'] });
const fixed = (text: string, run: (session: Session) => Promise<void> = async () => {}): Command => createCommand(text, run);
const message = (error: unknown) => (error as Error).message;
const failing = (property: Partial<ChainProperty<unknown>>, run: Command[] = [fixed('nothing')]) =>
  checkChain(devnet, { commands: fc.constantFrom(...run), invariants: holds, ...property }, { numRuns: 1, seed: 1 }).then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => String((error as Error).cause ?? error),
  );

test('each kind of command does what it says', { timeout: 60_000 }, async () => {
  const on = await counter();
  const kinds = [
    on.call('counter', 'add', { args: { step: fc.constant(2n) } }),
    on.call('counter', 'fail'),
    ...[
      on.transfer(),
      on.pay(['btc']),
      on.pay(['stx']),
      on.pay(['sbtc']),
      on.mine(),
      on.reorg(),
      on.deposit(),
      on.withdraw(),
      on.restore(1),
    ],
    on.fault(),
  ];
  const run = kinds.map((kind, index) => fc.sample(kind, { numRuns: 1, seed: index })[0] as Command);
  let seen: Session | undefined;
  const look = fixed('look', async (session) => {
    seen = session;
    expect(await session.devnet.chaos.active()).toHaveLength(1);
    // The payments, the deposit and the reorganisation are behind the restore of the withdrawal.
    expect(await session.devnet.contract('counter').read('get-n')).toBe(2n);
    expect(await session.devnet.sbtc.deposits()).toHaveLength(1);
    expect(await session.devnet.sbtc.withdrawals()).toEqual([]);
  });
  await runCommands(devnet, [...run, look], { invariants: holds });
  const outcomes = seen?.steps.map(({ receipt, refused }) => refused?.code ?? receipt?.status);
  expect(outcomes?.slice(0, 3)).toEqual(['success', 'abort_by_response', 'success']);
  expect(outcomes?.[9]).toBe('success');
});

test('a refusal of a node is an outcome, and not a failure', async () => {
  const on = await counter();
  const [transfer] = fc.sample(on.transfer(fc.constant(10n ** 18n)), 1) as [Command];
  let refused: string | undefined;
  const look = fixed('look', async ({ steps }) => {
    refused = steps[0]?.refused?.code;
  });
  await runCommands(devnet, [transfer, look], { invariants: holds });
  expect(refused).toBe('REJECTED');
});

test('what is under test gets the copy of its run, and is disposed of', async () => {
  const disposed: string[] = [];
  const setup = (copy: Devnet) => ({ copy, [Symbol.asyncDispose]: async () => void disposed.push((await copy.status()).epoch) });
  const isCopy = ({ app, devnet: own }: Session<{ copy: Devnet }>) => app.copy === own && own !== devnet;
  await runCommands(devnet, [], { invariants: { 'it is the copy': isCopy }, setup });
  expect(disposed).toEqual(['4.0']);
});

test('failures name the invariant, what was seen, the steps and the tips', async () => {
  expect(await failing({ invariants: { 'never true': '(is-eq u1 u2)' } })).toMatch(
    /^DevnetError: "never true" does not hold: \(is-eq u1 u2\) is false\n {2}at the start of the run\n {2}Bitcoin \d+ [0-9a-f]{64}, Stacks \d+ 0x[0-9a-f]{64}$/,
  );
  expect(await failing({ invariants: { 'a number': '(contract-call? .counter get-n)' } })).toContain(
    '(contract-call? .counter get-n) is u0',
  );
  expect(await failing({ invariants: { 'an error': '(contract-call? .counter get-m)' } })).toContain('is not a value: ');
  const throws = () => Promise.reject(new Error('spilt'));
  expect(await failing({ invariants: { ...holds, 'a function': throws } })).toContain('"a function" does not hold: spilt');
  expect(await failing({}, [fixed('trip', throws)])).toContain('step 1 failed: trip: spilt\n  1. trip');
});

test('wrong input is refused with what to do', async () => {
  const on = await counter();
  await expect(createCommands(devnet, { contracts: ['countr'] })).rejects.toThrow(
    /there is no contract ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM\.countr/,
  );
  await expect(createCommands(devnet, { accounts: ['wallet_11'] })).rejects.toThrow(/wallet_11: unknown account; did you mean/);
  await expect(createCommands(devnet).then((none) => none.call())).rejects.toThrow(
    /contracts: expected at least one contract with a public function/,
  );
  const thrown = (task: () => unknown): string => {
    try {
      task();
    } catch (error) {
      return message(error);
    }
    return '';
  };
  expect(thrown(() => on.call('conter'))).toBe('conter: unknown contract; did you mean counter?');
  expect(thrown(() => on.call('counter', 'ad'))).toMatch(/^ad: unknown public function of ST.*; did you mean add\?$/);
  expect(thrown(() => on.call('counter', 'add', { args: { stp: fc.constant(1n) } }))).toMatch(
    /^stp: unknown argument of add; did you mean step\?$/,
  );
  expect(thrown(() => on.call('counter', 'add', { as: [] }))).toMatch(/^as: expected at least one name of an account/);
  expect(thrown(() => on.reorg(7))).toBe('deepest: expected a whole number from 1 to 6, received 7');
  expect(thrown(() => on.mine(0))).toBe('most: expected a whole number from 1 on, received 0');
  expect(thrown(() => on.restore(1.5))).toBe('most: expected a whole number from 1 on, received 1.5');
  await expect(checkChain(devnet, { commands: on.mine(), invariants: holds, steps: 0 })).rejects.toThrow(
    /steps: expected a whole number of at least 1/,
  );
});

test('values of all types are those that contracts take', () => {
  const principals = { accounts: [devnet.accounts.wallet_1.stx.address], contracts: [`${devnet.accounts.deployer.stx.address}.counter`] };
  const leaf = fc.constantFrom<Type>(
    ...['int128', 'uint128', 'bool', 'principal', 'trait_reference'].map(parseAbiType),
    ...[bufferType, asciiType, utf8Type].flatMap((ofLength): Type[] => [ofLength(1), ofLength(300)]),
  );
  const { type } = fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie('type').map(optionalType),
      fc.tuple(tie('type'), fc.constantFrom(1, 20)).map(([entry, length]) => listType(entry, length)),
      fc.tuple(tie('type'), tie('type')).map(([ok, err]) => responseType(ok, err)),
      fc.tuple(tie('type'), tie('type')).map(([a, b]) =>
        tupleType([
          ['a', a],
          ['b', b],
        ]),
      ),
    ),
  }));
  const cases = type.chain((one) => fc.tuple(fc.constant(one), valuesOf(one, principals)));
  fc.assert(
    fc.property(cases, ([one, value]) => void toClarity(value, one, 'value')),
    { seed: 4, numRuns: 200 },
  );
  expect(() => valuesOf(parseAbiType('trait_reference'), { ...principals, contracts: [] })).toThrow(
    /args: expected an arbitrary of contracts for each trait/,
  );
});
