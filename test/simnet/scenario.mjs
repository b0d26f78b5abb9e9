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
  nothing: simnet.transferSTX(0, alice, deployer),
  block: moved(() =>
    simnet.mineBlock([
      tx.callPublicFn('points', 'earn', [Cl.uint(2)], alice),
      tx.transferSTX(7, deployer, alice),
      tx.callPublicFn('points', 'earn', [Cl.uint(0)], deployer),
    ]),
  ),
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
    sender: attempt(() => points(1, stranger)),
    mint: [simnet.mintSTX(stranger, 5n), simnet.getAssetsMap().get('STX').get(stranger)],
  };
  simnet.close();
  steps.http.closed = attempt(() => simnet.blockHeight);
}
process.stdout.write(`\n${JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}\n`);
process.exit(0);
