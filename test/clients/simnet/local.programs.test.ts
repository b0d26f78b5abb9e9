import { cpSync } from 'node:fs';
import path from 'node:path';
import { Cl } from '@stacks/transactions';
import { getSDK, initSimnet, type Simnet } from 'stacks-devnet/simnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withBriefWasm } from '../../brief-wasm.js';
import { temporaryFolder } from '../../disposable-folder.js';

const project = path.resolve(import.meta.dirname, '../../fixtures/projects/simnet');
const folder = await temporaryFolder('local-simnet');
const manifest = path.join(folder.path, 'Clarinet.toml');
const relative = path.relative(process.cwd(), manifest);
/** The same project on both. */
let ours: Simnet;
let sdk: Simnet;
let names: Readonly<Record<string, string>>;

beforeAll(async () => {
  // clarinet-sdk writes its plan into the project.
  cpSync(project, folder.path, { recursive: true });
  const real = await withBriefWasm(() => import('@stacks/clarinet-sdk'));
  sdk = (await real.initSimnet(relative, true, { trackCosts: false, trackCoverage: true })) as unknown as Simnet;
  ours = await initSimnet(relative, true, { trackCoverage: true });
  names = Object.fromEntries(ours.getAccounts());
});

afterAll(() => folder[Symbol.asyncDispose]());

type Step = (simnet: Simnet) => unknown;

/** Runs a step on both, and returns what each gave, with the heights after it. What is thrown is text. */
function both(step: Step): { ours: unknown; sdk: unknown } {
  const run = (simnet: Simnet) => {
    let given: unknown;
    try {
      given = step(simnet);
    } catch (error) {
      given = { thrown: comparable(String(error)) };
    }
    return { given, heights: [simnet.blockHeight, simnet.stacksBlockHeight, simnet.burnBlockHeight, simnet.currentEpoch] };
  };
  return { ours: run(ours), sdk: run(sdk) };
}

/** The VM of clarinet-sdk adds the native function to the call stack. */
function comparable(message: string): string {
  return message.replace(/(?:, )?FunctionIdentifier \{ identifier: "_native_:\w+" \}/g, '');
}

const address = (name: string): string => names[name] ?? '';
const withoutCosts = <T extends { costs: unknown }>({ costs: _costs, ...result }: T) => result;
const publicFn =
  (method: string, args: Parameters<Simnet['callPublicFn']>[2], as = 'wallet_1', contract = 'bank') =>
  (simnet: Simnet) =>
    withoutCosts(simnet.callPublicFn(contract, method, args, address(as)));
const readOnly =
  (method: string, contract = 'bank') =>
  (simnet: Simnet) =>
    withoutCosts(simnet.callReadOnlyFn(contract, method, [], address('deployer')));
const deploy =
  (name: string, source: string, clarityVersion: number | undefined = 3) =>
  (simnet: Simnet) =>
    withoutCosts(simnet.deployContract(name, source, { clarityVersion } as never, address('wallet_1')));

/** Steps of one session, in this order. */
const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['the accounts', (simnet) => [simnet.getAccounts(), simnet.deployer]],
  ['the chain that contracts see', readOnly('chain')],
  ['an event', publicFn('add', [Cl.uint(3)])],
  ['an error response', publicFn('fail', [Cl.uint(3)])],
  ['a failed unwrap', publicFn('boom', [])],
  ['a division by zero', publicFn('divide', [Cl.uint(0)])],
  ['events of tokens', publicFn('pay', [Cl.principal('ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG')])],
  ['the transfer of a token', publicFn('give', [Cl.principal('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5')], 'wallet_2')],
  ['a memo', publicFn('memo', [Cl.principal('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5')], 'wallet_2')],
  ['a private function', (simnet) => withoutCosts(simnet.callPrivateFn('bank', 'hidden', [Cl.uint(4)], address('wallet_1')))],
  ['a public function as private', (simnet) => simnet.callPrivateFn('bank', 'add', [Cl.uint(4)], address('wallet_1'))],
  ['a private function as public', publicFn('hidden', [Cl.uint(4)])],
  ['a read-only function as public', publicFn('chain', [])],
  ['a public function as read-only', readOnly('add')],
  ['an unknown function', publicFn('nope', [])],
  ['an unknown contract', publicFn('nope', [], 'wallet_1', 'nope')],
  ['too few arguments', publicFn('add', [])],
  ['an argument of another type', publicFn('add', [Cl.int(1)])],
  ['a sender that is none', (simnet) => simnet.callPublicFn('bank', 'add', [Cl.uint(1)], 'nope')],
  [
    'a sender of mainnet',
    (simnet) => withoutCosts(simnet.callPublicFn('bank', 'add', [Cl.uint(1)], 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9')),
  ],
  ['a contract of an earlier epoch', readOnly('one', 'old')],
  ['code for the simnet', readOnly('only-here', 'old')],
  ['a transfer', (simnet) => withoutCosts(simnet.transferSTX(10, address('wallet_2'), address('wallet_1')))],
  ['a transfer of nothing', (simnet) => withoutCosts(simnet.transferSTX(0, address('wallet_2'), address('wallet_1')))],
  ['a transfer to itself', (simnet) => withoutCosts(simnet.transferSTX(1, address('wallet_1'), address('wallet_1')))],
  ['a transfer of too much', (simnet) => withoutCosts(simnet.transferSTX(10n ** 18n, address('wallet_2'), address('wallet_1')))],
  ['a transfer of a negative amount', (simnet) => withoutCosts(simnet.transferSTX(-5, address('wallet_2'), address('wallet_1')))],
  ['a transfer to nobody', (simnet) => simnet.transferSTX(1, 'nope', address('wallet_1'))],
  ['a deploy', deploy('one', '(define-data-var x uint u1) (print "hi") (define-public (f) (ok (var-get x))) (+ u1 u2)')],
  ['a deploy of definitions', deploy('two', '(define-read-only (h) stacks-block-height)')],
  ['a deploy with an unknown name', deploy('three', '(nope)')],
  ['a deploy that fails', deploy('four', '(unwrap-panic (if true none (some u1)))')],
  ['a variable', (simnet) => simnet.getDataVar('bank', 'n')],
  ['an unknown variable', (simnet) => simnet.getDataVar('bank', 'zz')],
  ['an entry of a map', (simnet) => simnet.getMapEntry('bank', 'm', Cl.uint(1))],
  ['no entry of a map', (simnet) => simnet.getMapEntry('bank', 'm', Cl.uint(9))],
  ['an expression', (simnet) => withoutCosts(simnet.execute('(contract-call? .bank add u5)'))],
  ['a definition as expression', (simnet) => withoutCosts(simnet.execute('(define-data-var y uint u8)'))],
  ['who evaluates', (simnet) => withoutCosts(simnet.execute('tx-sender'))],
  ['an expression with an unknown name', (simnet) => simnet.execute('(nope)')],
  ['a snippet', (simnet) => simnet.runSnippet('(ok {a: 0x01})')],
  ['a snippet that is wrong', (simnet) => simnet.runSnippet('(list u1 "a")')],
  [
    'commands',
    (simnet) =>
      ['::get_epoch', '::advance_burn_chain_tip 2', '::get_block_height', '::nope', '1'].map((text) => simnet.executeCommand(text)),
  ],
  [
    'commands with wrong words',
    (simnet) => {
      const [to, token] = [address('wallet_1'), `${address('deployer')}.bank.points`];
      const minted = ['', ' nope 5', ` ${to}`, ` ${to} abc`, ` ${to} -5`, ` ${to} 1.5`, ` ${to} ${2n ** 64n}`, ` ${to} +5`, ` ${to} 5 6`];
      const tokens = ['', ` ${token} nope 5`, ` ${token} ${to} abc`, ` ${token} ${to} ${2n ** 64n}`, ` ${token} ${to} +5`];
      const counts = [
        'advance_chain_tip abc',
        'advance_burn_chain_tip 1.5',
        'advance_stacks_chain_tip -1',
        'advance_stacks_chain_tip +1',
        `advance_chain_tip ${2n ** 32n}`,
      ];
      const texts = [
        ...minted.map((words) => `mint_stx${words}`),
        ...tokens.map((words) => `mint_ft${words}`),
        ...['', ' nope'].map((words) => `set_tx_sender${words}`),
        ...counts,
        'advance_stacks_chain_tip 2',
      ];
      return texts.map((text) => simnet.executeCommand(`::${text}`));
    },
  ],
  ['minted STX', (simnet) => simnet.mintSTX(address('wallet_1'), 77n)],
  ['minted tokens', (simnet) => simnet.mintFT(`${address('deployer')}.bank.points`, address('wallet_1'), 5n)],
  ['too many minted tokens', (simnet) => simnet.mintFT(`${address('deployer')}.bank.points`, address('wallet_1'), 5000n)],
  ['the assets', (simnet) => simnet.getAssetsMap()],
  [
    'Bitcoin blocks',
    (simnet) => [simnet.mineEmptyBlock(), simnet.mineEmptyBlocks(3), simnet.mineEmptyBurnBlock(), simnet.mineEmptyBurnBlocks(2)],
  ],
  ['Stacks blocks', (simnet) => [simnet.mineEmptyStacksBlock(), simnet.mineEmptyStacksBlocks(3)]],
  ['the chain later', readOnly('chain')],
  ['the default version', (simnet) => simnet.getDefaultClarityVersionForCurrentEpoch()],
  ['a later epoch', (simnet) => simnet.setEpoch('3.4')],
  ['the same epoch', (simnet) => simnet.setEpoch('3.4')],
  ['an earlier epoch', (simnet) => simnet.setEpoch('2.5')],
  ['blocks of an earlier epoch', (simnet) => simnet.mineEmptyBlocks(2)],
  ['Stacks blocks of an earlier epoch', (simnet) => simnet.mineEmptyStacksBlock()],
  ['an unknown epoch', (simnet) => simnet.setEpoch('9.9')],
  ['a source', (simnet) => [simnet.getContractSource('old'), simnet.getContractSource('nope')]],
  ['an interface', (simnet) => simnet.getContractsInterfaces().get(`${address('deployer')}.bank`)],
  ['a syntax tree', (simnet) => JSON.stringify(simnet.getContractAST('bank'))],
  [
    'a boot contract',
    (simnet) =>
      withoutCosts(simnet.callReadOnlyFn('SP000000000000000000002Q6VF78.pox-4', 'current-pox-reward-cycle', [], address('deployer'))),
  ],
];

describe('as clarinet-sdk', () => {
  test.each(STEPS)('behavior: %s', (_name, step) => {
    const given = both(step);
    expect(given.ours).toEqual(given.sdk);
  });

  test('behavior: a block of transactions', async () => {
    const { tx } = await import('stacks-devnet/simnet');
    const given = both((simnet) =>
      simnet
        .mineBlock([
          tx.callPublicFn('bank', 'add', [Cl.uint(1)], address('wallet_1')),
          tx.transferSTX(5, address('wallet_2'), address('wallet_1')),
          tx.callPrivateFn('bank', 'hidden', [Cl.uint(4)], address('wallet_1')),
          tx.deployContract('six', '(define-read-only (h) u1)', null, address('wallet_1')),
        ])
        .map(withoutCosts),
    );
    expect(given.ours).toEqual(given.sdk);
    const failed = both((simnet) => simnet.mineBlock([tx.callPublicFn('bank', 'chain', [], address('wallet_1'))]));
    expect(failed.ours).toEqual(failed.sdk);
  });

  test('behavior: transfers of a block, of which each one changes what the next ones can spend', async () => {
    const { tx } = await import('stacks-devnet/simnet');
    const [one, two, three] = ['wallet_1', 'wallet_2', 'wallet_3'].map(address);
    const given = both((simnet) => {
      const all = Number(
        simnet
          .getAssetsMap()
          .get('STX')
          ?.get(one ?? ''),
      );
      const most = Math.floor(all * 0.6);
      const transfers = [
        [most, two, one],
        [most, two, one],
        [all + most, three, two],
        [0, two, one],
        [1, one, one],
      ] as const;
      return simnet.mineBlock(transfers.map(([amount, to, from]) => tx.transferSTX(amount, `${to}`, `${from}`))).map(withoutCosts);
    });
    expect(given.ours).toEqual(given.sdk);
  });

  test('behavior: the time of blocks', () => {
    const later = (simnet: Simnet) => {
      const start = simnet.getBlockTime();
      simnet.mineEmptyStacksBlocks(2);
      const stacks = simnet.getBlockTime();
      simnet.mineEmptyBurnBlock();
      return [stacks - start, simnet.getBlockTime() > stacks];
    };
    const { ours: own, sdk: expected } = both(later);
    expect(own).toEqual(expected);
  });

  test('behavior: coverage has a record for each test, and costs name it', async () => {
    const simnet = await getSDK({ trackCosts: true, trackCoverage: true });
    await simnet.initSession(process.cwd(), relative);
    simnet.setCurrentTestName('adds');
    const { costs } = simnet.callPublicFn('bank', 'add', [Cl.uint(1)], address('wallet_1'));
    expect(costs).toMatchObject({ total: { writeCount: 1 }, limit: { runtime: 5_000_000_000 }, memory_limit: 100_000_000 });
    const report = simnet.collectReport();
    expect(report.coverage.split('TN:adds\n')[1]).toContain(`SF:${path.join(folder.path, 'contracts/bank.clar')}\n`);
    expect(report.coverage.split('TN:adds\n')[1]).toContain('FNDA:1,add\n');
    expect(JSON.parse(report.costs)).toMatchObject([{ test_name: 'adds', method: 'add', args: ['u1'] }]);
    expect(simnet.collectReport()).toEqual({ coverage: expect.not.stringContaining('adds'), costs: '[]' });
  });
});

test('behavior: each session begins with the state after the deployment', async () => {
  ours.callPublicFn('bank', 'add', [Cl.uint(9)], address('wallet_1'));
  await ours.initSession(process.cwd(), relative);
  expect(ours.getDataVar('bank', 'n')).toEqual(Cl.uint(7));
  expect([ours.blockHeight, ours.burnBlockHeight, ours.currentEpoch]).toEqual([3, 3, '3.0']);
});

test('behavior: a session without a project', async () => {
  const simnet = await getSDK();
  await simnet.initEmptySession();
  expect([simnet.blockHeight, simnet.burnBlockHeight, simnet.currentEpoch]).toEqual([0, 0, '2.05']);
  simnet.setEpoch('3.0');
  const sender = simnet.getAccounts().get('wallet_1') ?? '';
  expect(simnet.deployContract('c', '(define-public (f) (ok u1))', null, sender).result).toEqual(Cl.bool(true));
  expect(simnet.callPublicFn(`${sender}.c`, 'f', [], sender).result).toEqual(Cl.ok(Cl.uint(1)));
});

test('error: commands of the console, and a project that does not exist', async () => {
  expect(() => ours.executeCommand('::help')).toThrow(/UNSUPPORTED|console/);
  await expect(initSimnet('./Nope.toml', true)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

describe('amounts', () => {
  const whole = 'expected a whole number from 0 to 340282366920938463463374607431768211455, received';
  test.each([
    ['transferSTX', 1.5, (simnet: Simnet) => simnet.transferSTX(1.5, address('wallet_2'), address('wallet_1'))],
    ['mintSTX', -5n, (simnet: Simnet) => simnet.mintSTX(address('wallet_1'), -5n)],
    ['mintFT', 2n ** 128n, (simnet: Simnet) => simnet.mintFT(`${address('deployer')}.bank.points`, address('wallet_1'), 2n ** 128n)],
    [
      'mineBlock',
      -5,
      (simnet: Simnet) => simnet.mineBlock([{ transferSTX: { amount: -5, recipient: address('wallet_2'), sender: address('wallet_1') } }]),
    ],
  ])('error: %s refuses %s, and nothing changes', (_name, amount, step) => {
    const state = () => [ours.getAssetsMap(), ours.stacksBlockHeight];
    const before = state();
    expect(() => step(ours)).toThrow(`amount: ${whole} ${amount}`);
    expect(state()).toEqual(before);
  });

  test.each([-1, 1.5, Number.NaN])('error: %s blocks', (count) => {
    expect(() => ours.mineEmptyBurnBlocks(count)).toThrow(`count: expected a whole number from 0 to 4294967295, received ${count}`);
    expect(() => ours.mineEmptyStacksBlocks(count)).toThrow('count');
  });

  test('error: more micro-STX than a uint can count', () => {
    expect(thrownBy(() => ours.mintSTX(address('wallet_1'), 2n ** 128n - 1n))).toMatch(
      /^cannot mint 3402\d+ µSTX: there would be more than 3402/,
    );
  });
});

/** What the VM refuses is thrown as text. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
