// Uses a simnet of the project in the working directory, and prints what each step returned as JSON.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initSimnet, tx } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';
import { connectSimnet } from 'stacks-devnet/simnet';

const isHttp = process.argv[2] !== 'simnet';
if (!isHttp) {
  // It writes its plan into the project.
  const copy = mkdtempSync(join(tmpdir(), 'simnet-'));
  cpSync('.', copy, { recursive: true });
  process.chdir(copy);
  process.on('exit', () => rmSync(copy, { recursive: true }));
}
const simnet = isHttp ? connectSimnet() : await initSimnet('./Clarinet.toml', true);
const accounts = simnet.getAccounts();
const { alice, deployer } = Object.fromEntries(accounts);
const stranger = 'ST000000000000000000002AMW42H';
const points = (amount, sender = alice) => simnet.callPublicFn('points', 'earn', [Cl.uint(amount)], sender);
const attempt = (task) => {
  try {
    return task();
  } catch (error) {
    return `throws ${String(error.message ?? error)}`;
  }
};
const heights = () => [simnet.stacksBlockHeight, simnet.burnBlockHeight];
const [stacks, burn] = heights();
/** Heights relative to those of the beginning. */
const moved = (task) => {
  const before = heights();
  const value = task();
  return {
    value: typeof value === 'number' ? value - (value === simnet.burnBlockHeight ? burn : stacks) : value,
    by: heights().map((height, index) => height - before[index]),
  };
};

await simnet.initSession(process.cwd(), './Clarinet.toml');
// Real nodes took fees for the project.
const before = simnet.getAssetsMap();
const source = '(define-public (twice (n uint)) (ok (* n u2)))\n(print "deployed")\ntrue';
const steps = {
  heights: [simnet.blockHeight === stacks, stacks > 0, burn > 0],
  accounts: [...accounts].sort(),
  deployer: simnet.deployer,
  earn: points(5),
  fails: points(0),
  byId: simnet.callPublicFn(`${deployer}.points`, 'earn', [Cl.uint(1)], deployer),
  variable: simnet.getDataVar('points', 'total'),
  entry: simnet.getMapEntry('points', 'earned', Cl.principal(alice)),
  read: simnet.callReadOnlyFn('points', 'average', [Cl.uint(2)], stranger),
  transfer: simnet.transferSTX(100, alice, deployer),
  tooMuch: simnet.transferSTX(10n ** 18n, alice, deployer),
  toSelf: simnet.transferSTX(1, alice, alice),
  nothing: moved(() => simnet.transferSTX(0, alice, deployer)),
  negative: simnet.transferSTX(-5, alice, deployer),
  block: moved(() =>
    simnet.mineBlock([
      tx.callPublicFn('points', 'earn', [Cl.uint(2)], alice),
      tx.transferSTX(7, deployer, alice),
      tx.callPublicFn('points', 'earn', [Cl.uint(0)], deployer),
    ]),
  ),
  transfers: moved(() => {
    const all = Number(simnet.getAssetsMap().get('STX').get(alice));
    const most = Math.floor(all * 0.6);
    return simnet.mineBlock([
      // What is left decides about the second one.
      tx.transferSTX(most, deployer, alice),
      tx.transferSTX(most, deployer, alice),
      // What arrived can be spent.
      tx.transferSTX(most, alice, deployer),
      tx.transferSTX(all, deployer, alice),
      tx.transferSTX(0, alice, deployer),
      tx.transferSTX(1, deployer, deployer),
      tx.transferSTX(all, alice, deployer),
    ]);
  }),
  deploy: simnet.deployContract('double', source, { clarityVersion: 3 }, deployer),
  deployed: simnet.callPublicFn('double', 'twice', [Cl.uint(4)], alice),
  source: simnet.getContractSource('points') === simnet.getContractSource(`${deployer}.points`),
  interface: simnet
    .getContractsInterfaces()
    .get(`${deployer}.points`)
    .functions.map(({ name }) => name),
  interfaces: simnet.getContractsInterfaces().has(`${deployer}.double`),
  call: moved(() => points(3)),
  bitcoin: [
    moved(() => simnet.mineEmptyBlock()).by,
    moved(() => simnet.mineEmptyBlocks(3)).by,
    moved(() => simnet.mineEmptyBurnBlocks(2)).by,
  ],
  stacks: moved(() => simnet.mineEmptyStacksBlocks(2)).by,
  assets: [...simnet.getAssetsMap()]
    .filter(([asset]) => asset !== '.sbtc-token.sbtc-token')
    .sort()
    .map(([asset, holders]) => [
      asset,
      [alice, deployer].map((holder) => (holders.get(holder) ?? 0n) - (before.get(asset)?.get(holder) ?? 0n)),
    ]),
  snippets: {
    value: simnet.execute('(+ u1 u2)'),
    call: simnet.execute('(contract-call? .points earn u4)'),
    effect: simnet.getDataVar('points', 'total'),
    response: simnet.execute('(begin (print "x") (if true (ok u1) (err u2)))  ;; the end'),
    definition: simnet.execute('(define-constant one u1)').result,
    order: simnet.execute('(define-private (two) u2) (three)\n(define-private (three) (+ (two) u1))').result,
    text: simnet.execute('u"e" { a: none, b: \'ST000000000000000000002AMW42H }').result,
    run: simnet.runSnippet('(list 1 2)'),
    failed: ['(/ u1 u0)', '(foo)', '(+ u1'].map((snippet) => simnet.runSnippet(snippet).startsWith('error:\n')),
  },
  tree: simnet.getContractAST('points'),
  time: typeof simnet.getBlockTime(),
  commands: ['::get_block_height', '::nope', '::constructor', 'get_epoch'].map((command) =>
    simnet.executeCommand(command).replace(/\d+/, ''),
  ),
  errors: {
    runtime: attempt(() => simnet.callReadOnlyFn('points', 'average', [Cl.uint(0)], alice)).includes('DivisionByZero'),
    access: attempt(() => simnet.callPublicFn('points', 'average', [Cl.uint(0)], alice)).includes('not a public function'),
    readAccess: attempt(() => simnet.callReadOnlyFn('points', 'earn', [Cl.uint(0)], alice)).includes('not a read-only function'),
    method: attempt(() => simnet.callPublicFn('points', 'nope', [], alice)).includes('does not exist'),
    variable: attempt(() => simnet.getDataVar('points', 'nope')).startsWith('throws'),
    deploy: attempt(() => simnet.deployContract('wrong', '(foo)', { clarityVersion: 3 }, deployer)).startsWith('throws'),
  },
};
await simnet.initSession(process.cwd(), './Clarinet.toml');
steps.restored = [simnet.getDataVar('points', 'total'), simnet.getContractsInterfaces().has(`${deployer}.double`)];
if (isHttp) {
  steps.http = {
    none: simnet.getMapEntry('points', 'earned', Cl.principal(stranger)),
    epoch: attempt(() => simnet.setEpoch('2.1')),
    current: attempt(() => simnet.setEpoch(simnet.currentEpoch)),
    privateFn: attempt(() => simnet.callPrivateFn('points', 'x', [], alice)),
    inBlock: attempt(() => simnet.mineBlock([tx.callPrivateFn('points', 'x', [], alice)])),
    mint: [simnet.mintSTX(stranger, 5n), simnet.mintSTX(stranger, 2n), simnet.getAssetsMap().get('STX').get(stranger)],
    time: simnet.getBlockTime() > 1_600_000_000n,
    empty: attempt(() => simnet.initEmptySession()),
    noContract: attempt(() => simnet.getContractAST('nope')),
    advance: moved(() => simnet.executeCommand('::advance_burn_chain_tip 2')).by,
    sender: attempt(() => simnet.executeCommand(`::set_tx_sender ${alice}`)),
    stranger: attempt(() => points(1, stranger)),
  };
  if (process.argv[2] === 'embedded') {
    const token = `${deployer}.points.point`;
    steps.http.token = [simnet.mintFT(token, stranger, 5n), simnet.executeCommand(`::mint_ft ${token} ${stranger} 2`)];
    steps.http.tokens = [simnet.getAssetsMap().get('.points.point').get(stranger), attempt(() => simnet.mintFT('point', alice, 1))];
  }
  simnet.close();
  steps.http.closed = [attempt(() => simnet.blockHeight), attempt(() => simnet.runSnippet('(+ u1 u2)'))];
}
process.stdout.write(`\n${JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}\n`);
process.exit(0);
