import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Pox4SignatureTopic, poxAddressToTuple, StackingClient } from '@stacks/stacking';
import { broadcastTransaction, Cl, makeContractCall, privateKeyToPublic } from '@stacks/transactions';
import { type Account, connectDevnet, type Devnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { child, emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';
import { account, bootDevnet, stacksGet } from '../../devnet.js';
import { copyProject, projects } from './fixture.js';

const offline = { requirements: { fetch: false } } as const;
const TRAIT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.sip-010-trait-ft-standard';

function bootProject(name: string, options: Parameters<typeof bootDevnet>[0] = {}): Promise<Devnet> {
  return bootDevnet({ project: path.join(projects, name), ...offline, ...options });
}

/** Calls a public function and returns its result. */
async function call(
  devnet: Devnet,
  as: string,
  [contract, fn]: [contract: string, fn: string],
  args: Parameters<typeof makeContractCall>[0]['functionArgs'],
) {
  const [contractAddress = '', contractName = ''] = contract.split('.');
  const target = { contractAddress, contractName, functionName: fn, functionArgs: args };
  const sending = { senderKey: account(devnet, as).privateKey, network: devnet.network, postConditionMode: 'allow' } as const;
  const transaction = await makeContractCall({ ...target, ...sending, fee: 10_000 });
  const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
  return devnet.stacks.waitForTx(txid);
}

test('default: contracts, requirements and accounts of the project are there at ready, without a transaction', async () => {
  using project = copyProject();
  // What `latest`, the epoch of the token, means.
  project.write('node_modules/@stacks/clarinet-sdk/package.json', JSON.stringify({ version: '3.21.0' }));
  await using devnet = await bootDevnet({ project: project.root, ...offline });
  const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
  const alice = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
  expect(devnet.project).toMatchObject({ root: project.root, name: 'counter' });
  expect(devnet.project?.contracts.map(({ source: _source, ...contract }) => contract)).toEqual([
    { id: TRAIT, path: `.cache/requirements/${TRAIT}.clar`, epoch: '2.0', clarityVersion: 1, requirement: true },
    { id: `${deployer}.old`, path: 'contracts/old.clar', epoch: '2.05', clarityVersion: 1, requirement: false },
    { id: `${deployer}.numbers`, path: 'contracts/numbers.clar', epoch: '2.5', clarityVersion: 2, requirement: false },
    { id: `${deployer}.counter`, path: 'contracts/counter.clar', epoch: '3.0', clarityVersion: 3, requirement: false },
    { id: `${alice}.token`, path: 'contracts/token.clar', epoch: '3.4', clarityVersion: 5, requirement: false },
  ]);
  for (const { id, source, epoch, clarityVersion } of devnet.project?.contracts ?? []) {
    const target = id.replace('.', '/');
    expect((await stacksGet(devnet, `/v2/contracts/source/${target}`))['source']).toBe(source);
    expect(await stacksGet(devnet, `/v2/contracts/interface/${target}`)).toMatchObject({
      epoch: `Epoch${epoch === '2.05' ? '2_05' : epoch.replace('.', '')}`,
      clarity_version: `Clarity${clarityVersion}`,
    });
  }
  expect(Object.keys(devnet.accounts)).toEqual(['deployer', 'alice', 'bob']);
  expect((await devnet.balances()).map(({ name, stx }) => [name, stx.balance, stx.nonce])).toEqual([
    ['deployer', 100_000_000_000_000n, 0],
    ['alice', 5_000_000n, 0],
    ['bob', 1n, 0],
  ]);
  expect(await devnet.sbtc.balance(alice)).toBe(77n);
  expect(await devnet.sbtc.balance(deployer)).toBe(1_000_000_000n);
  expect(account(devnet, 'bob').stx.address).toBe('ST3AB6B5T5C6JBWQNDQWR1QB9E3R75T2P01B157A');
  expect(await call(devnet, 'deployer', [`${deployer}.counter`, 'increment'], [])).toMatchObject({
    status: 'success',
    result: { repr: '(ok u1)' },
    events: [],
  });
  expect(devnet.contract('token').id).toBe(`${alice}.token`);
});

test('behavior: code for the simulation is not deployed, and all lines keep their numbers', async () => {
  await using devnet = await bootProject('counter');
  const deployed = devnet.project?.contracts.find(({ path: file }) => file === 'contracts/counter.clar')?.source ?? '';
  const written = await readFile(path.join(projects, 'counter/contracts/counter.clar'), 'utf8');
  expect(written).toContain('simulation');
  expect(deployed).not.toContain('simulation');
  const number = (source: string) => source.split('\n').findIndex((line) => line.includes('get-count'));
  expect(number(deployed)).toBe(number(written));
});

test('behavior: all contracts deploy in the order that was found', async () => {
  await using devnet = await bootProject('dependencies');
  expect(await call(devnet, 'deployer', [`${account(devnet, 'deployer').stx.address}.a-router`, 'route-main'], [Cl.uint(5)])).toMatchObject(
    {
      result: { repr: '(ok true)' },
    },
  );
});

test("behavior: the network's own sBTC is at the address that the project requires", async () => {
  const project = path.join(projects, 'sbtc');
  await using devnet = await bootDevnet({ project, gateway: true, ...offline });
  const token = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
  const savings = `${account(devnet, 'deployer').stx.address}.savings`;
  const alice = account(devnet, 'alice').stx.address;
  expect(devnet.sbtc.token).toBe(token);
  expect(await call(devnet, 'alice', [savings, 'save'], [Cl.uint(7)])).toMatchObject({ status: 'success' });
  expect([await devnet.sbtc.balance(savings), await devnet.sbtc.balance(alice)]).toEqual([7n, 70n]);
  // A transaction may also name the contract of mainnet itself.
  const args = [Cl.uint(1), Cl.address(alice), Cl.address(savings), Cl.none()];
  expect(await call(devnet, 'alice', [token, 'transfer'], args)).toMatchObject({ status: 'success' });
  await devnet.faucet.sbtc(alice, { amount: 100n });
  expect(await devnet.sbtc.balance(alice)).toBe(169n);
});

test("behavior: boot contracts of mainnet in a project are the network's own", async () => {
  using project = copyProject();
  const pox = "'SP000000000000000000002Q6VF78.pox-4";
  project.write(
    'contracts/pool.clar',
    `(define-read-only (info) (contract-call? ${pox} get-pox-info))
     (define-public (delegate (to principal)) (ok (contract-call? ${pox} delegate-stx u5 to none none)))
     (define-public (stack
         (sats uint) (address { version: (buff 1), hashbytes: (buff 32) }) (signature (buff 65)) (key (buff 33)) (start uint))
       (as-contract
         (match (contract-call? ${pox} stack-stx sats address start u1 (some signature) key sats u1)
           r (ok r)
           e (err (to-uint e)))))`,
  );
  project.edit('Clarinet.toml', '[contracts.old]', "[contracts.pool]\npath = 'contracts/pool.clar'\nepoch = '3.1'\n[contracts.old]");
  await using devnet = await bootDevnet({ project: project.root, epoch: '3.4', gateway: true, ...offline });
  const deployer = account(devnet, 'deployer');
  const pool = `${deployer.stx.address}.pool`;
  const client = new StackingClient({ address: deployer.stx.address, network: devnet.network });
  const { contract_id: own, reward_cycle_length, current_cycle, min_amount_ustx } = await client.getPoxInfo();
  expect(await devnet.contract(pool).read('info')).toMatchObject({
    ok: { 'reward-cycle-id': BigInt(current_cycle.id), 'reward-cycle-length': BigInt(reward_cycle_length) },
  });

  await call(devnet, 'deployer', [own, 'allow-contract-caller'], [Cl.principal(pool), Cl.none()]);
  expect(await call(devnet, 'deployer', [pool, 'delegate'], [Cl.address(deployer.stx.address)])).toMatchObject({ status: 'success' });
  expect(await client.getDelegationStatus()).toMatchObject({ delegated: true, details: { amount_micro_stx: 5n } });

  const [amount, key] = [BigInt(min_amount_ustx), `${'aa'.repeat(32)}01`];
  await devnet.state.setStxBalance(pool, amount);
  const signing = {
    topic: Pox4SignatureTopic.StackStx,
    poxAddress: deployer.btc.address,
    rewardCycle: current_cycle.id,
    period: 1,
  } as const;
  const signature = client.signPoxSignature({ ...signing, signerPrivateKey: key, authId: 1, maxAmount: amount });
  const { height } = (await devnet.status()).bitcoin;
  const args = [poxAddressToTuple(deployer.btc.address), Cl.bufferFromHex(signature), Cl.bufferFromHex(`${privateKeyToPublic(key)}`)];
  expect(await call(devnet, 'deployer', [pool, 'stack'], [Cl.uint(amount), ...args, Cl.uint(height)])).toMatchObject({ status: 'success' });
  expect(BigInt(String((await stacksGet(devnet, `/v2/accounts/${pool}?proof=0`))['locked']))).toBe(amount);
});

describe('a contract that does not compile', () => {
  const break_ = (project: ReturnType<typeof copyProject>) =>
    project.edit('contracts/counter.clar', '(var-get count)))\n    ;;', '(var-gett count)))\n    ;;');
  const message = [
    "contracts/counter.clar:6:54: use of unresolved function 'var-gett'",
    '      (var-set count (contract-call? .numbers add-one (var-gett count)))',
    `  ${' '.repeat(53)}^`,
  ].join('\n');

  test('error: the message of the compiler has file, line and a caret', async () => {
    using project = copyProject();
    break_(project);
    await expect(bootDevnet({ project: project.root, ...offline })).rejects.toMatchObject({ code: 'INVALID_INPUT', message });
  });

  test('error: the command line ends with status 2', async () => {
    using project = copyProject();
    using home = emptyHome();
    break_(project);
    await using up = child(['up', '--ports', 'auto', '--project', project.root], home.env);
    const { status, stderr, stdout } = await up.ended;
    expect(stderr).toContain(`error: ${message}`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('error: a contract of an old epoch', async () => {
    using project = copyProject();
    project.edit('contracts/old.clar', 'block-height)', 'stacks-block-height)');
    await expect(bootDevnet({ project: project.root, ...offline })).rejects.toThrow(
      "contracts/old.clar:2:28: use of unresolved variable 'stacks-block-height'\n" +
        '  (define-read-only (height) stacks-block-height)\n                             ^',
    );
  });

  test('error: one that fails when it is deployed', async () => {
    using project = copyProject();
    project.edit('contracts/numbers.clar', ';; Numbers', '(unwrap-panic (if (> u1 u2) (some 1) none))\n;; Numbers');
    await expect(bootDevnet({ project: project.root, ...offline })).rejects.toThrow(/^contracts\/numbers\.clar: .*UnwrapFailure/);
  });
});

describe('over HTTP', () => {
  test('default: a connection has the project without its sources', async () => {
    await using devnet = await bootProject('counter', { gateway: true });
    await using connected = await connectDevnet(devnet.urls.gateway);
    const contracts = devnet.project?.contracts.map(({ source: _source, ...contract }) => contract);
    expect(connected.project).toEqual({ ...devnet.project, contracts });
    expect(Object.keys(connected.accounts)).toEqual(['deployer', 'alice', 'bob']);
    expect((await connected.status()).project).toEqual({ root: devnet.project?.root, name: 'counter' });
    const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/project`);
    expect(await answer.json()).toEqual(connected.project);
  });

  test('error: without a project, 404 says how to have one', async () => {
    await using devnet = await bootDevnet({ gateway: true });
    await using connected = await connectDevnet(devnet.urls.gateway);
    expect([devnet.project, connected.project]).toEqual([undefined, undefined]);
    const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/project`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      error: 'this network has no Clarinet project. Start it in the folder of a Clarinet project, or with --project <folder>.',
      code: 'NOT_FOUND',
      hint: 'Start it in the folder of a Clarinet project, or with --project <folder>.',
    });
  });
});

test('behavior: types knows the short names of all contracts of the project', async () => {
  await using devnet = await bootProject('counter', { gateway: true });
  using home = emptyHome();
  const listed = await fetch(`${devnet.urls.gateway}/extended/v1/tx?type=smart_contract&limit=50`);
  expect(JSON.stringify(await listed.json())).toContain(`"contract_id":"${TRAIT}"`);
  const { stdout, status } = await inProcess(['types', '-o', '-', '--url', devnet.urls.gateway ?? ''], home.env);
  expect(status).toBe(0);
  const { deployer, alice } = devnet.accounts as Record<string, Account>;
  expect(stdout).not.toContain(TRAIT);
  expect(stdout).toContain(`'${deployer?.stx.address}.counter': Contracts['counter'];`);
  expect(stdout).toContain(`'${alice?.stx.address}.token': Contracts['token'];`);
});

test('error: a contract of the configuration that the project has, too', async () => {
  const contract = { deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', name: 'counter', source: '(define-read-only (read) u1)' };
  await expect(bootProject('counter', { contracts: [contract] })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'contracts' });
});

test('error: a contract of a later epoch than the network', async () => {
  await expect(bootProject('counter', { epoch: '2.5', cache: testCache })).rejects.toMatchObject({
    message:
      'Clarinet.toml:12:1: contracts.counter.epoch: expected at most 2.5, the epoch of the network, received "3.0". ' +
      'Choose an earlier epoch here, or a later one for the network with --epoch.',
  });
});

test('error: the external engine does not deploy projects', async () => {
  await expect(
    bootProject('counter', { engine: 'external', external: { bitcoinRpc: 'http://u:p@127.0.0.1:1', stacksRpc: 'http://127.0.0.1:2' } }),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'project' });
});

test('behavior: up finds the project of a folder above, says so, and shows it', async () => {
  using project = copyProject();
  using home = emptyHome();
  await using up = child(['up', '--ports', 'auto'], home.env, { cwd: path.join(project.root, 'contracts') });
  await up.line(/^project +/);
  expect(up.stderr).toContain(`using the Clarinet project ${path.join(project.root, 'Clarinet.toml')}; --no-project starts without it`);
  expect(up.stdout).toContainEqual(expect.stringMatching(/^project +counter +4 contracts, 1 requirement$/));
  up.process.kill('SIGINT');
  expect(await up.ended).toMatchObject({ status: 0 });
});
