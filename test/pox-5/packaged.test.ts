import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { POX_5 } from '#dist/chains/stacks/pox-5.js';
import { readPackagedSources } from '#dist/node/stacks/vm/origin/packaged-source.js';
import { account, bootDevnet, stacksGet } from '../devnet.js';
import { describePox5, type Pox5Description } from './description.js';
import { grantOf, MANAGER, registerSigner, sender } from './support.js';

/** Of the source of pox-5 with the settings of this project: in @stacks/clarinet-sdk-wasm 3.21.0, and in stacks-node 4.0.2. */
const DRAFT = '706d31f4961ce1c7e12cfdce91f861e9f70a469ddc8ed642af0253b5e9c3f704';
const NODE = '72f27269f84e1d187bb6efd19a71daeeaf07574b80977c186fea31d2037e3411';
const ADAPT = `The VM's package has another pox-5 than the one that was compared with a node's. What to adapt:
- If it is the pox-5 of stacks-node 4.0.2 (${NODE}): remove the section "The pox-5 of the package" of docs/embedded.md, the sentence of
  src/cli/doctor/embedded.ts, \`checkpoint-staker\` in test/pox-5/support.ts and this file, and say in "Boot contracts of a real node" that pox-5 is alike.
- If it is another one: compare it, correct the section and the digest. Then see whether the VM still finds its token and admins: src/chains/stacks/pox-5.ts.`;

test('the pox-5 of the package is the one that docs and doctor describe', async () => {
  const [source = ''] = await readPackagedSources([POX_5]);
  expect(createHash('sha256').update(source).digest('hex'), ADAPT).toBe(DRAFT);
});

test('docs list exactly what differs from the pox-5 of stacks-node 4.0.2', async () => {
  const [source = ''] = await readPackagedSources([POX_5]);
  await using devnet = await bootDevnet();
  const own = describePox5(await stacksGet(devnet, `/v2/contracts/interface/${POX_5.replace('.', '/')}`), source);
  const node = JSON.parse(await readFile(new URL('../fixtures/pox-5/stacks-node-4.0.2.json', import.meta.url), 'utf8')) as Pox5Description;
  const others = Object.keys(node.functions).filter((name) => name in own.functions && own.functions[name] !== node.functions[name]);
  const isAlike = (name: string) => argumentsOf(own, name) === argumentsOf(node, name);
  const codes = (has: Pox5Description, lacks: Pox5Description) =>
    Object.entries(has.errors).flatMap(([name, code]) => (name in lacks.errors ? [] : [`u${code}`]));
  const only = (has: Pox5Description, lacks: Pox5Description) => Object.keys(has.functions).filter((name) => !(name in lacks.functions));
  expect(await documented(), ADAPT).toEqual({
    'functions of a node that are missing': only(node, own).sort(),
    'functions that a node does not have': only(own, node).sort(),
    'functions with other arguments': others.filter((name) => !isAlike(name)).sort(),
    'functions with another result': others.filter(isAlike).sort(),
    'errors of a node that are missing': codes(node, own).sort(),
    'errors that a node does not have': codes(own, node).sort(),
    'events of a node that are missing': node.events.filter((name) => !own.events.includes(name)).sort(),
  });
});

test('behavior: what the pox-5 of the package accepts and a node refuses', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' } });
  const { deploy, call } = sender(devnet);
  const signer = account(devnet, 'wallet_1');
  const manager = Cl.principal(`${signer.stx.address}.manager`);
  await deploy('wallet_1', 'manager', MANAGER);
  const [key, signature] = grantOf(signer.privateKey, manager.value);
  // (err u26) on a node: only the manager may
  expect(await call('wallet_2', POX_5, 'grant-signer-key', key, manager, Cl.uint(1), signature)).toBe('(ok true)');
  const staker = Cl.principal(account(devnet, 'wallet_2').stx.address);
  const allowed = Cl.list([Cl.tuple({ staker, 'max-sats': Cl.uint(1_000_000) })]);
  const bond = [Cl.uint(1), Cl.uint(1000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(35)), Cl.principal(signer.stx.address)];
  expect(await call('deployer', POX_5, 'setup-bond', ...bond, allowed)).toMatch(/^\(ok/);

  await devnet.mineUntil({ phase: 'prepare' });
  const height = (await devnet.status()).bitcoin.height;
  const [, second] = grantOf(signer.privateKey, manager.value, 2);
  expect(await call('wallet_1', manager.value, 'register', manager, key, Cl.uint(2), second)).toMatch(/^\(ok/);
  // (err u47) on a node, then (err u35) for the staker: the bond has no lock on Bitcoin
  const enter = (ustx: bigint) =>
    call('wallet_2', POX_5, 'register-for-bond', Cl.uint(1), manager, Cl.uint(ustx), Cl.error(Cl.uint(1_000_000)), Cl.none());
  expect(await enter(10_000_000_000n)).toMatch(/^\(ok/);
  expect(await call('wallet_2', POX_5, 'announce-l1-early-exit', staker, manager)).toBe('(err u1)');
  expect(await call('wallet_1', POX_5, 'announce-l1-early-exit', staker, manager)).toBe('(err u35)');
  expect(await call('wallet_1', POX_5, 'revoke-signer-grant', manager, key)).toBe('(ok true)');
  // (err u47) in the prepare phase on a node, and (err u17) after the revocation
  const stake = [manager, Cl.uint(60_000_000_000), Cl.uint(1), Cl.uint(height), Cl.none()];
  await deploy(
    'wallet_4',
    'agent',
    `(use-trait manager '${POX_5}.signer-manager-trait)
     (define-public (stake (m <manager>) (amount uint) (cycles uint) (height uint) (data (optional (buff 500))))
       (match (contract-call? '${POX_5} stake m amount cycles height data) done (ok true) code (err code)))`,
  );
  const agent = `${account(devnet, 'wallet_4').stx.address}.agent`;
  // (ok true) on a node
  expect(await call('wallet_3', agent, 'stake', ...stake)).toBe('(err u22)');
  expect(await call('wallet_3', POX_5, 'stake', ...stake)).toMatch(/^\(ok/);
  // On a node at the start of a cycle, here half a cycle later.
  const { unlock_height: unlock } = await stacksGet(devnet, `/v2/accounts/${account(devnet, 'wallet_3').stx.address}?proof=0`);
  expect(Number(unlock) % 20).toBe(10);
});

test('behavior: a bond with more STX than the balance is dropped, and not refused with u8 as on a node', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' } });
  const signing = sender(devnet);
  const manager = Cl.principal(await registerSigner(devnet, signing));
  const allowed = Cl.list([Cl.tuple({ staker: Cl.principal(account(devnet, 'wallet_2').stx.address), 'max-sats': Cl.uint(1_000_000) })]);
  const bond = [Cl.uint(1), Cl.uint(1000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(35)), manager];
  await signing.call('deployer', POX_5, 'setup-bond', ...bond, allowed);
  const args = [Cl.uint(1), manager, Cl.uint(10n ** 18n), Cl.error(Cl.uint(1_000_000)), Cl.none()];
  await expect(signing.call('wallet_2', POX_5, 'register-for-bond', ...args)).rejects.toMatchObject({ code: 'DROPPED' });
});

function argumentsOf({ functions }: Pox5Description, name: string): string | undefined {
  return functions[name]?.split(' -> ')[0];
}

/** The rows of the table in the docs: the names in each, sorted. */
async function documented(): Promise<Record<string, string[]>> {
  const docs = await readFile(new URL('../../docs/embedded.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n#### The pox-5 of the package\n([\s\S]*?)\n###? /.exec(docs) ?? [];
  const rows = [...section.matchAll(/^\| ([a-z][^|]*?) +\| (`.*)\|$/gm)];
  return Object.fromEntries(
    rows.map(([, title = '', names = '']) => [title, [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort()]),
  );
}
