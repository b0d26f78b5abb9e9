import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { STANDARD_TRAITS } from '#dist/project/requirements/standard-traits.js';
import { copyProject, type ProjectCopy } from './fixture.js';
import { loadFixture } from './load-fixture.js';

const SIP_010 = 'sip-010-trait-ft-standard';
const NAME = 'points-trait';
const ADDRESS = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const FILE = `.cache/requirements/${ADDRESS}.${NAME}`;

type Contract = { source: string; epoch?: string; clarityVersion?: string };
type Api = AsyncDisposable & { url: string; requests: string[] };

/** Starts a server with the routes of a Stacks API that have contracts. */
async function startApi(contracts: Record<string, Contract>): Promise<Api> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://api');
    requests.push(pathname);
    const [, kind, id] = /^\/v2\/contracts\/(source|interface)\/(.*)$/.exec(pathname) ?? [];
    const contract = contracts[id ?? ''];
    const { source, epoch = 'Epoch2_05', clarityVersion = 'Clarity1' } = contract ?? {};
    response.writeHead(contract === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(kind === 'source' ? { source, publish_height: 1 } : { epoch, clarity_version: clarityVersion, functions: [] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A copy of the project `counter` with an empty cache, and its requirement as the API has it. */
async function emptied(): Promise<ProjectCopy & { contract: Contract }> {
  const project = copyProject();
  const source = await readFile(path.join(project.root, `.cache/requirements/${ADDRESS}.${SIP_010}.clar`), 'utf8');
  project.remove('.cache');
  // A trait that this package does not have.
  project.edit('Clarinet.toml', SIP_010, NAME);
  project.edit('contracts/token.clar', SIP_010, NAME);
  return { ...project, contract: { source, epoch: 'Epoch2_05', clarityVersion: 'Clarity1' } };
}

test('default: a missing requirement is fetched once, and stored as Clarinet does', async () => {
  using project = await emptied();
  await using api = await startApi({ [`${ADDRESS}/${NAME}`]: project.contract });
  const requirements = { fetch: true, api: `${api.url}/` };
  const steps: string[] = [];
  const loaded = await loadFixture(project.root, { requirements, onProgress: (step) => steps.push(step) });
  expect(loaded.requirements).toMatchObject([
    { contractId: `${ADDRESS}.${NAME}`, epoch: '2.05', clarityVersion: 1, source: project.contract.source },
  ]);
  expect(steps).toEqual([`fetching the requirement ${ADDRESS}.${NAME}`]);
  expect(await readFile(path.join(project.root, `${FILE}.clar`), 'utf8')).toBe(project.contract.source);
  expect(await readFile(path.join(project.root, `${FILE}.json`), 'utf8')).toBe('{"epoch":"Epoch2_05","clarity_version":"Clarity1"}');
  expect(api.requests.toSorted()).toEqual([`/v2/contracts/interface/${ADDRESS}/${NAME}`, `/v2/contracts/source/${ADDRESS}/${NAME}`]);
  expect((await loadFixture(project.root, { requirements })).requirements).toEqual(loaded.requirements);
  expect(api.requests).toHaveLength(2);
});

test('behavior: what requirements need is fetched, too, and comes first', async () => {
  using project = await emptied();
  const other = 'SP466FNC0P7JWTNM2R9T199QRZN1MYEDTAR0KP27';
  await using api = await startApi({
    [`${ADDRESS}/${NAME}`]: project.contract,
    [`${ADDRESS}/a-pool`]: { source: `(use-trait t .${NAME}.sip-010-trait)\n(contract-call? '${other}.z-numbers one)`, epoch: 'Epoch25' },
    [`${other}/z-numbers`]: { source: '(define-public (one) (ok u1))', epoch: 'Epoch21', clarityVersion: 'Clarity2' },
  });
  project.edit('contracts/counter.clar', ';; Counts.', `(contract-call? '${ADDRESS}.a-pool two)`);
  const { requirements, contracts } = await loadFixture(project.root, { requirements: { fetch: true, api: api.url } });
  expect(requirements.map(({ contractId, epoch, clarityVersion }) => [contractId, epoch, clarityVersion])).toEqual([
    [`${ADDRESS}.${NAME}`, '2.05', 1],
    [`${other}.z-numbers`, '2.1', 2],
    [`${ADDRESS}.a-pool`, '2.5', 1],
  ]);
  expect(contracts.find(({ name }) => name === 'counter')?.dependencies).toContain(`${ADDRESS}.a-pool`);
});

test('behavior: a contract that is passed as a trait is fetched, also if only the function of a requirement says that it is one', async () => {
  using project = await emptied();
  const other = 'SP466FNC0P7JWTNM2R9T199QRZN1MYEDTAR0KP27';
  const coin = { source: '(define-public (give (n uint)) (ok n))', epoch: 'Epoch21', clarityVersion: 'Clarity2' };
  const bank = `(define-trait coin ((give (uint) (response uint uint))))
    (define-public (take (c <coin>) (to principal)) (contract-call? c give u1))
    (define-public (fill) (take '${other}.z-inner '${other}.vault))`;
  await using api = await startApi({
    [`${ADDRESS}/${NAME}`]: project.contract,
    [`${ADDRESS}/a-bank`]: { ...coin, source: bank },
    [`${other}/z-inner`]: coin,
    [`${other}/z-outer`]: coin,
  });
  project.edit('contracts/counter.clar', ';; Counts.', `(contract-call? '${ADDRESS}.a-bank take '${other}.z-outer '${other}.vault)`);
  const { requirements, contracts } = await loadFixture(project.root, { requirements: { fetch: true, api: api.url } });
  expect(requirements.map(({ contractId }) => contractId)).toEqual([
    `${ADDRESS}.${NAME}`,
    `${other}.z-inner`,
    `${ADDRESS}.a-bank`,
    `${other}.z-outer`,
  ]);
  expect(contracts.find(({ name }) => name === 'counter')?.dependencies).toContain(`${other}.z-outer`);
});

test('error: a contract that the API does not have', async () => {
  using project = await emptied();
  await using api = await startApi({});
  await expect(loadFixture(project.root, { requirements: { fetch: true, api: api.url } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message:
      `Clarinet.toml:8:1: ${ADDRESS}.${NAME}: expected a contract that ${api.url} knows, received nothing. ` +
      'Correct the name, or set requirements.api to a node of the network that has it.',
  });
});

test('error: an API that does not answer', async () => {
  using project = await emptied();
  const api = await startApi({});
  await api[Symbol.asyncDispose]();
  const loading = loadFixture(project.root, { requirements: { fetch: true, api: api.url } });
  await expect(loading).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: expect.stringContaining(`${ADDRESS}.${NAME} cannot be fetched from ${api.url}: `),
  });
  await expect(loading).rejects.toThrow(
    'Connect to the internet, set requirements.api (--requirements-api) to another API, commit the cache of the project, ' +
      'or continue mainnet, which has it, with --fork https://api.hiro.so.',
  );
});

test('error: an API that names an epoch that nobody knows', async () => {
  using project = await emptied();
  await using api = await startApi({ [`${ADDRESS}/${NAME}`]: { ...project.contract, epoch: 'Epoch99' } });
  await expect(loadFixture(project.root, { requirements: { fetch: true, api: api.url } })).rejects.toMatchObject({
    code: 'RPC',
    message: expect.stringContaining('names an unknown epoch or Clarity version: Epoch99, Clarity1'),
  });
});

test('error: a start that is aborted', async () => {
  using project = await emptied();
  await using api = await startApi({});
  const abort = new AbortController();
  const loading = loadFixture(project.root, {
    requirements: { fetch: true, api: api.url },
    signal: abort.signal,
    onProgress: () => abort.abort(new Error('never mind')),
  });
  await expect(loading).rejects.toMatchObject({ code: 'ABORTED' });
});

test('behavior: the standard traits need neither the cache nor the network', async () => {
  using project = copyProject();
  project.remove('.cache');
  const ids = [...STANDARD_TRAITS.keys()];
  const [first = '', ...others] = ids.filter((id) => !id.endsWith(SIP_010));
  project.edit('contracts/token.clar', '(define-fungible-token', `(use-trait nft '${first}.nft-trait)\n(define-fungible-token`);
  for (const id of others)
    project.edit('Clarinet.toml', '[contracts.counter]', `[[project.requirements]]\ncontract_id = "${id}"\n[contracts.counter]`);
  const { requirements } = await loadFixture(project.root);
  expect(requirements.map(({ contractId }) => contractId).toSorted()).toEqual(ids.toSorted());
  await expect(stat(path.join(project.root, '.cache'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('behavior: the cache of the project comes before the traits of this package', async () => {
  using project = copyProject();
  const { requirements } = await loadFixture(project.root);
  expect(requirements[0]).toMatchObject({ source: project.read(`.cache/requirements/${ADDRESS}.${SIP_010}.clar`), epoch: '2.0' });
});
