import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Devnet, type DevnetOptions, startDevnet } from '#dist/index.js';
import { temporaryFolder } from '../disposable-folder.js';

const BOOT = 'ST000000000000000000002AMW42H';
const HELPER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.helper';
const SIP_031 = `
  (define-data-var recipient principal tx-sender)
  (define-read-only (get-recipient) (var-get recipient))
  (define-read-only (twice (n uint)) (contract-call? '${HELPER} double n))`;
type Sources = Record<string, string | undefined>;

let node: Devnet;
beforeAll(async () => {
  node = await startDevnet({ gateway: false });
});
afterAll(() => node?.close());

/** A Stacks node with the boot contracts of an embedded one, but for some. */
async function otherNode(sources: Sources, networkId = 0x80000000): Promise<AsyncDisposable & { url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const [, kind, address, name] = /^\/v2\/contracts\/(source|interface)\/([^/?]+)\/([^/?]+)/.exec(path) ?? [];
    const contract = `${address}.${name}`;
    const send = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (path === '/v2/info')
      send(200, (await (await fetch(`${node.urls.stacks}${path}`)).text()).replace(/"network_id":\d+/, `"network_id":${networkId}`));
    else if (kind === 'interface' && contract in sources) send(200, JSON.stringify({ epoch: 'Epoch30', clarity_version: 'Clarity3' }));
    else if (contract in sources) send(200, JSON.stringify({ source: sources[contract], publish_height: 1 }));
    else {
      const answer = await fetch(`${node.urls.stacks}${path}`);
      send(answer.status, await answer.text());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sourceOf(devnet: Devnet, contract: string): Promise<unknown> {
  const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/source/${contract.replace('.', '/')}`);
  return answer.status === 200 ? ((await answer.json()) as { source: string }).source : answer.status;
}

async function read(devnet: Devnet, contract: string, fn: string, args: string[] = []): Promise<unknown> {
  const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${contract.replace('.', '/')}/${fn}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: BOOT, arguments: args }),
  });
  return answer.json();
}

test('a network has the boot contracts of another node, and needs that node only once', async () => {
  await using folder = await temporaryFolder('boot-contracts');
  const pox4 = `${await sourceOf(node, `${BOOT}.pox-4`)}\n;; of another node\n`;
  const sources = { [`${BOOT}.pox-4`]: pox4, [`${BOOT}.sip-031`]: SIP_031, [HELPER]: '(define-read-only (double (n uint)) (* n u2))' };
  const options: DevnetOptions = { gateway: false, cache: { dir: folder.path } };
  let url = '';
  let asked: string[] = [];
  const check = async () => {
    await using devnet = await startDevnet({ ...options, bootContracts: url });
    expect(await sourceOf(devnet, `${BOOT}.pox-4`)).toBe(pox4);
    expect(await sourceOf(devnet, HELPER)).toBe(sources[HELPER]);
    expect(await read(devnet, `${BOOT}.sip-031`, 'twice', [`0x01${'15'.padStart(32, '0')}`])).toEqual({
      okay: true,
      result: `0x01${'2a'.padStart(32, '0')}`,
    });
    expect(await read(devnet, `${BOOT}.pox-4`, 'get-pox-info')).toMatchObject({ okay: true });
    const balance = await fetch(`${devnet.urls.stacks}/v2/accounts/${BOOT}.sip-031?proof=0`).then((answer) => answer.json());
    expect(balance).toMatchObject({ balance: `0x${200_000_000_000_000n.toString(16).padStart(32, '0')}` });
    const status = await devnet.status();
    expect(status.bootContracts?.url).toBe(url);
    expect(status.bootContracts?.contracts).toEqual(expect.arrayContaining([`${BOOT}.pox-4`, `${BOOT}.sip-031`, HELPER]));
    const { block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
    expect(block?.height).toBeGreaterThan(0);
  };
  {
    await using other = await otherNode(sources);
    ({ url, asked } = other);
    await check();
    expect(asked).toContain(`/v2/contracts/source/${BOOT}/pox-4`);
  }
  const before = asked.length;
  await check();
  expect(asked.length).toBe(before);
});

const PUBLIC = '(define-public (nothing) (ok true))';
test.each<[string, Sources, number | undefined, string]>([
  [
    'a source that does not deploy',
    { [`${BOOT}.sip-031`]: '(define-public (a) (b))' },
    undefined,
    `${BOOT}.sip-031: use of unresolved function 'b'`,
  ],
  [
    'a source that names a contract the node does not have',
    { [`${BOOT}.sip-031`]: SIP_031 },
    undefined,
    `use of unresolved contract '${HELPER}'`,
  ],
  [
    'contracts that call each other',
    {
      [`${BOOT}.sip-031`]: SIP_031,
      [HELPER]: `(define-read-only (double (n uint)) (contract-call? .other double n))`,
      [`${HELPER.split('.')[0]}.other`]: `(define-read-only (double (n uint)) (contract-call? '${HELPER} double n))`,
    },
    undefined,
    'sources that can be deployed',
  ],
  ['a pox-4 that is none', { [`${BOOT}.pox-4`]: PUBLIC }, undefined, 'the boot contracts of a Stacks node'],
  ['no source', { [`${BOOT}.bns`]: undefined }, undefined, 'source should be text'],
  ['mainnet', {}, 1, 'expected a node of a testnet, received "a mainnet node (network_id 1)"'],
])('error: %s, and nothing of it is kept', async (_, sources, networkId, message) => {
  await using folder = await temporaryFolder('boot-contracts');
  await using other = await otherNode(sources, networkId);
  const start = startDevnet({ gateway: false, cache: { dir: folder.path }, bootContracts: other.url });
  await expect(start).rejects.toMatchObject({ field: 'bootContracts', message: expect.stringContaining(message) });
  // The Bitcoin blocks of the boot do not depend on the contracts.
  expect((await readdir(folder.path)).filter((name) => name !== 'bitcoin-chain')).toEqual([]);
});

test('error: no node, or none of Stacks', async () => {
  await using folder = await temporaryFolder('boot-contracts');
  const start = (bootContracts: string) => startDevnet({ gateway: false, cache: { dir: folder.path }, bootContracts });
  await expect(start('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: expect.stringMatching(/^bootContracts: cannot read the boot contracts of http:\/\/127\.0\.0\.1:1: no Stacks node answers/),
  });
  await expect(start(node.urls.bitcoin)).rejects.toMatchObject({ code: 'RPC', field: 'bootContracts' });
  await expect(start('not a URL')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'bootContracts' });
  const native = startDevnet({ engine: 'native', bootContracts: 'http://127.0.0.1:1' });
  await expect(native).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'bootContracts' });
});
