import { describe, expect, test } from 'vitest';
import { computePlan } from '#dist/project/plan/compute.js';
import { readPlan } from '#dist/project/plan/file/read.js';
import { addMissing, planExtras } from '#dist/project/plan/merge.js';
import { type PlanTarget, resolvePlan } from '#dist/project/plan/resolve.js';
import { planKey } from '#dist/project/plan/resolved.js';
import { COUNTER, DEPLOYER, planText, type SampleOptions, sampleProject, WALLET_1, WALLET_1_BTC, WALLET_2 } from './sample.js';

const MAINNET = 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
const OWN_SBTC = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
const real: PlanTarget = { epoch: '4.0', sbtcDeployer: OWN_SBTC, genesis: new Set(), isMainnet: false };

const requirement = (name: string, source: string) => ({
  contractId: `${MAINNET}.${name}`,
  path: `/cache/${MAINNET}.${name}.clar`,
  source,
  epoch: '2.1' as const,
  clarityVersion: 2,
  dependencies: [],
});

async function resolved(options: SampleOptions, target: Partial<PlanTarget> = {}, file?: string) {
  await using project = await sampleProject({ ...options, files: { ...options.files, ...(file && { 'plan.yaml': file }) } });
  const plan = file === undefined ? computePlan(project) : await readPlan(project.root, 'plan.yaml');
  return await resolvePlan(plan, project, { ...real, ...target });
}

describe('a computed plan', () => {
  test('default: batches of one epoch with at most 25 transactions, requirements first', async () => {
    const contracts = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, COUNTER]));
    const { batches } = await resolved({ contracts, requirements: [requirement('nft-trait', '(define-trait nft ())')] });
    expect(batches.map((batch) => batch.length)).toEqual([1, 25, 5]);
    expect(batches[0]?.[0]).toMatchObject({ type: 'publish', id: `${DEPLOYER}.nft-trait`, clarityVersion: 2, fee: undefined });
    expect(batches[1]?.[0]).toMatchObject({ type: 'publish', id: `${DEPLOYER}.c0`, clarityVersion: 3, path: 'contracts/c0.clar' });
  });

  test('behavior: requirements of one name have different publishers, also if a contract of the project has the name', async () => {
    const other = 'ST1NXBK3K5YYMD6FD41MVNP3JS1GABZ8TRVX023PT';
    const trait = requirement('nft-trait', `(define-trait nft ()) (print '${MAINNET})`);
    const twin = { ...requirement('nft-trait', `(define-trait nft ()) (print '${other})`), contractId: `${other}.nft-trait` };
    const source = `(use-trait a '${MAINNET}.nft-trait.nft) (use-trait b '${other}.nft-trait.nft)`;
    const uses = { ...requirement('uses', '(contract-call? .nft-trait x)'), contractId: `${other}.uses` };
    const math = { ...requirement('math', '(+ 1 1)'), contractId: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.math' };
    const { batches, requirements } = await resolved({
      contracts: { user: source, math: COUNTER },
      requirements: [trait, twin, uses, math],
    });
    const published = batches.flat().map((one) => ('source' in one ? [one.id, one.source] : undefined));
    expect(published).toEqual([
      [`${DEPLOYER}.nft-trait`, `(define-trait nft ()) (print '${DEPLOYER})`],
      [`${WALLET_1}.nft-trait`, `(define-trait nft ()) (print '${WALLET_1})`],
      [`${WALLET_1}.uses`, '(contract-call? .nft-trait x)'],
      [`${WALLET_1}.math`, '(+ 1 1)'],
      [`${DEPLOYER}.user`, `(use-trait a '${DEPLOYER}.nft-trait.nft) (use-trait b '${WALLET_1}.nft-trait.nft)`],
      [`${DEPLOYER}.math`, COUNTER],
    ]);
    expect(requirements.get(`${other}.nft-trait`)).toBe(`${WALLET_1}.nft-trait`);
  });

  test('behavior: principals of requirements, boot contracts and sBTC become those of the network', async () => {
    const source = [
      `(contract-call? '${MAINNET}.math add)`,
      `(contract-call? '${MAINNET}.math-2 add)`,
      `(use-trait t '${MAINNET}.math.trait)`,
      "(contract-call? 'SP000000000000000000002Q6VF78.pox-4 get-pox-info)",
      `(contract-call? '${SBTC}.sbtc-token get-name)`,
      `(define-constant someone '${MAINNET})`,
    ].join('\n');
    const other = `(contract-call? '${MAINNET}.math add) (define-constant owner '${MAINNET}) '${SBTC}.sbtc-token`;
    const { batches } = await resolved({
      contracts: { user: source },
      requirements: [requirement('math', '(+ 1 1)'), requirement('uses', other)],
    });
    expect(batches.flat().map((publish) => ('source' in publish ? publish.source : undefined))).toEqual([
      '(+ 1 1)',
      `(contract-call? '${DEPLOYER}.math add) (define-constant owner '${DEPLOYER}) '${OWN_SBTC}.sbtc-token`,
      [
        `(contract-call? '${DEPLOYER}.math add)`,
        `(contract-call? '${MAINNET}.math-2 add)`,
        `(use-trait t '${DEPLOYER}.math.trait)`,
        "(contract-call? 'ST000000000000000000002AMW42H.pox-4 get-pox-info)",
        `(contract-call? '${OWN_SBTC}.sbtc-token get-name)`,
        `(define-constant someone '${MAINNET})`,
      ].join('\n'),
    ]);
  });

  test('behavior: contracts at genesis and the sBTC of the network are left out', async () => {
    const token = { ...requirement('sbtc-token', ''), contractId: `${SBTC}.sbtc-token` };
    const genesis = new Set([`${DEPLOYER}.counter`]);
    expect((await resolved({ requirements: [token] }, { genesis })).batches).toEqual([]);
  });

  test('behavior: the key depends on sources, not on places', async () => {
    const key = async (options: SampleOptions, file?: string) => planKey(await resolved(options, {}, file));
    const call = (cost: number) =>
      planText(
        `- contract-call:\n    contract-id: ${DEPLOYER}.counter\n    expected-sender: ${WALLET_1}\n    method: add\n` +
          `    parameters: ["u1"]\n    cost: ${cost}`,
      );
    expect(await key({})).toBe(await key({}));
    expect(await key({ contracts: { counter: `${COUNTER};` } })).not.toBe(await key({}));
    expect(await key({}, `# a comment\n${call(1)}`)).toBe(await key({}, call(1)));
    expect(await key({}, call(2))).not.toBe(await key({}, call(1)));
  });

  test('behavior: code of the simulation is not deployed', async () => {
    const source = ';; #[env(simnet)]\n(define-public (cheat) (ok true))\n(define-constant one 1)\n';
    const file = planText(
      `- contract-publish:\n    contract-name: other\n    expected-sender: ${WALLET_1}\n    path: contracts/counter.clar`,
    );
    const { batches } = await resolved({ contracts: { counter: source } }, {}, file);
    expect(batches[0]?.[0]).toMatchObject({ id: `${WALLET_1}.other`, source: '\n\n(define-constant one 1)\n' });
  });
});

describe('a plan of a file', () => {
  const callOf = (id: string, parameter: string, sender = WALLET_1) =>
    `- contract-call:\n    contract-id: ${id}\n    expected-sender: ${sender}\n    method: add\n` +
    `    parameters: [${JSON.stringify(parameter)}]`;
  const requirementOf = `- requirement-publish:\n    contract-id: ${MAINNET}.math\n    remap-sender: ${DEPLOYER}\n    path: math.clar`;

  test('behavior: calls name a remapped requirement by either id', async () => {
    const options = { requirements: [requirement('math', '(+ 1 1)')] };
    const file = planText(
      `${requirementOf}\n${callOf(`${MAINNET}.math`, `'${MAINNET}.math`)}\n${callOf(`${DEPLOYER}.math`, `'${DEPLOYER}.math`)}`,
    );
    const argument = (deployer: string) => [expect.objectContaining({ value: expect.objectContaining({ contract: 'math' }) }), deployer];
    const contracts = async (target: Partial<PlanTarget>) =>
      (await resolved(options, target, file)).batches.flat().map((one) => (one.type === 'call' ? one.contract : one.type));
    expect(argument('')).toHaveLength(2);
    expect(await contracts({})).toEqual(['publish', `${DEPLOYER}.math`, `${DEPLOYER}.math`]);
    // At genesis, a requirement has its own id.
    expect(await contracts({ genesis: new Set([`${MAINNET}.math`]) })).toEqual([`${MAINNET}.math`, `${MAINNET}.math`]);
  });

  test('behavior: the Clarity version is that of the plan, of the project, or of the epoch', async () => {
    const publish = (name: string, version = '') =>
      `- contract-publish:\n    contract-name: ${name}\n    expected-sender: ${DEPLOYER}\n    path: contracts/counter.clar${version}`;
    const file = planText(`${publish('counter')}\n${publish('other')}\n${publish('third', '\n    clarity-version: 1')}`, { epoch: '3.4' });
    const { batches } = await resolved({}, {}, file);
    expect(batches.flat().map((one) => 'clarityVersion' in one && one.clarityVersion)).toEqual([3, 5, 1]);
  });

  test('error: golden messages', async () => {
    const message = (transaction: string, options: SampleOptions = {}, target: Partial<PlanTarget> = {}, epoch = '3.0') =>
      resolved(options, target, planText(transaction, { epoch })).then(
        () => 'no error',
        (error: Error) => error.message,
      );
    const publish = `- contract-publish:\n    contract-name: other\n    expected-sender: ${DEPLOYER}\n    path: contracts/`;
    expect({
      'a later epoch': await message(callOf(`${DEPLOYER}.counter`, 'u1'), {}, { epoch: '3.2' }, '3.4'),
      'an unknown sender': await message(callOf(`${DEPLOYER}.counter`, 'u1', 'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB')),
      'an expression': await message(callOf(`${DEPLOYER}.counter`, '(+ u1 u2)')),
      'a principal without a quote': await message(callOf(`${DEPLOYER}.counter`, WALLET_2)),
      'no source': await message(`${publish}missing.clar`),
      'a character that nodes refuse': await message(`${publish}other.clar`, {
        files: { 'contracts/other.clar': ';; ok\n;; naïve\n(+ 1 1)' },
      }),
      'a Clarity version of a later epoch': await message(`${publish}counter.clar\n    clarity-version: 5`, {}, { epoch: '3.1' }),
      'an unknown Bitcoin sender': await message(
        `- btc-transfer:\n    expected-sender: mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsI\n    recipient: ${WALLET_1_BTC}\n` +
          '    sats-amount: 1\n    sats-per-byte: 1',
      ),
      'a mainnet Bitcoin recipient': await message(
        `- btc-transfer:\n    expected-sender: ${WALLET_1_BTC}\n    recipient: 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2\n` +
          '    sats-amount: 1\n    sats-per-byte: 1',
      ),
    }).toMatchInlineSnapshot(`
      {
        "a Clarity version of a later epoch": "plan.yaml:15:13: clarity-version: expected at most 3 in epoch 3.1, received 5. Start the network with a later --epoch.",
        "a character that nodes refuse": "contracts/other.clar:2:6: source: expected ASCII characters only, received "ï". A Stacks node refuses other characters, also in comments.",
        "a later epoch": "plan.yaml:9:7: epoch: expected at most 3.2, the epoch of the network, received "3.4". Start the network with --epoch 3.4, or correct the batch.",
        "a mainnet Bitcoin recipient": "plan.yaml:13:13: recipient: expected a Bitcoin regtest address (m…, n…, 2… or bcrt1…), received "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2". This looks like a mainnet address.",
        "a principal without a quote": "plan.yaml:15:13: parameters[0]: expected a Clarity value, received "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG". Column 1: ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG is not a value. Write a quote before a principal: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.",
        "an expression": "plan.yaml:15:13: parameters[0]: expected a Clarity value, received "(+ u1 u2)". Column 2: expected some, ok, err, list or tuple after (, found +. Expressions that compute a value are not supported: write the value.",
        "an unknown Bitcoin sender": "plan.yaml:12:13: expected-sender: expected the address of an account in settings/Devnet.toml, received "mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsI". They are: deployer (mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH), wallet_1 (mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC), wallet_2 (muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG).",
        "an unknown sender": "plan.yaml:13:13: expected-sender: expected the address of an account in settings/Devnet.toml, received "ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB". They are: deployer (ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM), wallet_1 (ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5), wallet_2 (ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG).",
        "no source": "plan.yaml:14:13: path: expected a readable file, received "contracts/missing.clar". Create the file, or correct the path.",
      }
    `);
  });

  test('behavior: what a plan lacks of the project is added before what needs it, or at the end', async () => {
    const publish = `- contract-publish:\n    contract-name: user\n    expected-sender: ${DEPLOYER}\n    path: contracts/user.clar`;
    const file = planText(`${publish}\n${callOf(`${DEPLOYER}.user`, 'u1')}`);
    await using project = await sampleProject({
      contracts: { base: COUNTER, library: COUNTER, user: COUNTER, last: COUNTER },
      dependencies: { library: ['base'], user: ['library'] },
      files: { 'plan.yaml': file },
    });
    const { plan, added } = addMissing(await readPlan(project.root, 'plan.yaml'), project);
    expect(added).toEqual(['base', 'library', 'last'].map((name) => `${DEPLOYER}.${name}`));
    expect(plan.batches.flatMap(({ transactions }) => transactions.map((one) => ('name' in one ? one.name : one.type)))).toEqual([
      ...['base', 'library', 'user', 'contract-call', 'last'],
    ]);
  });

  test('behavior: only a plan that does more than deploy the project is followed without a setting', async () => {
    const publish = (name: string) =>
      `- contract-publish:\n    contract-name: ${name}\n    expected-sender: ${DEPLOYER}\n    path: contracts/counter.clar`;
    const more = async (transactions: string) => {
      await using project = await sampleProject({ files: { 'plan.yaml': planText(transactions) } });
      return await planExtras(await readPlan(project.root, 'plan.yaml'), project);
    };
    const removed = publish('removed').replace('counter.clar', 'removed.clar');
    expect(await more(publish('counter'))).toEqual({ more: false });
    expect(await more(publish('other'))).toEqual({ more: true });
    expect(await more(`${publish('counter')}\n${callOf(`${DEPLOYER}.counter`, 'u1')}`)).toEqual({ more: true });
    expect(await more(`${publish('other')}\n${removed}`), 'a plan older than the project').toEqual({
      more: false,
      missing: 'contracts/removed.clar',
    });
  });
});
