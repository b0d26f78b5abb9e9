import { Agent, request } from 'node:http';
import { Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { FULL_LENGTH } from '../../full-length.js';
import { heavyContract } from './heavy.js';
import { DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy } from './transactions.js';

const COUNTER = '(define-data-var n uint u0) (define-public (add (by uint)) (begin (var-set n (+ (var-get n) by)) (ok true)))';

test('behavior: whatever transactions and bodies come, every answer is one that a node gives', { timeout: 3_600_000 }, async () => {
  await using node = await startTestNode();
  await using http = client(node.url);
  const random = randomNumbers(1);
  const transactions = await samples();
  const bodies = BODIES.map(([path, body]) => [path, Buffer.from(JSON.stringify(body))] as const);
  const [rounds, begin] = [FULL_LENGTH ? 50_000 : 600, process.memoryUsage().rss];
  let rejected = 0;
  for (let round = 0; round < rounds; round++) {
    const isBody = round % 3 === 2;
    const [path, sample] = isBody ? pick(bodies, random) : (['/v2/transactions', pick(transactions, random)] as const);
    const answer = await http.post(path, mutate(sample, random), isBody ? 'application/json' : 'application/octet-stream');
    expect([200, 400, 404], `${path}: ${answer.text}`).toContain(answer.status);
    expect(answer.text).not.toBe('');
    if (answer.status !== 200) rejected++;
  }
  expect(rejected).toBeGreaterThan(rounds / 2);
  expect(await http.get('/v2/info')).toMatchObject({ status: 200 });
  if (FULL_LENGTH) expect(process.memoryUsage().rss - begin).toBeLessThan(150 * 1024 * 1024);
});

test('behavior: while a contract burns what a block allows, the node answers', { timeout: 300_000 }, async () => {
  await using node = await startTestNode({ mining: 'manual' });
  await using http = client(node.url);
  // runtime 6e7, or 1.8e9
  const source = FULL_LENGTH ? heavyContract(18, 6) : heavyContract(16, 5);
  await deploy(node.url, DEPLOYER, { name: 'heavy', source, nonce: 0n });
  await node.mine();
  await call(node.url, DEPLOYER, { contract: `${DEPLOYER.address}.heavy`, fn: 'burn', nonce: 1n });
  const runtime = new Promise<number>((resolve) => {
    node.subscribe((event) => event.type === 'block' && resolve(event.receipts[0]?.cost.runtime ?? 0));
  });

  let mining = true;
  const mined = node.mine().finally(() => {
    mining = false;
  });
  let answers = 0;
  while (mining) {
    expect((await http.get('/v2/info')).status).toBe(200);
    answers++;
  }
  await mined;
  expect(await runtime).toBeGreaterThan(FULL_LENGTH ? 1.5e9 : 5e7);
  // the last of them may have come after the block
  expect(answers).toBeGreaterThan(5);
});

async function samples(): Promise<Buffer[]> {
  const common = { senderKey: WALLET_1.key, nonce: 0n, fee: 5_000n, network: 'testnet' } as const;
  const contract = { contractAddress: 'ST000000000000000000002AMW42H', contractName: 'pox-4', functionName: 'revoke-delegate-stx' };
  const args = [Cl.tuple({ a: Cl.list([Cl.uint(1), Cl.uint(2)]), b: Cl.some(Cl.stringUtf8('ü')) })];
  const made = await Promise.all([
    makeSTXTokenTransfer({ ...common, recipient: WALLET_2.address, amount: 1n }),
    makeContractDeploy({ ...common, contractName: 'counter', codeBody: COUNTER }),
    makeContractCall({ ...common, ...contract, functionArgs: args, postConditionMode: 'allow' }),
    makeSTXTokenTransfer({ ...common, recipient: WALLET_2.address, amount: 1n, sponsored: true }),
  ]);
  return made.map((transaction) => Buffer.from(transaction.serialize(), 'hex'));
}

const BODIES: [path: string, body: unknown][] = [
  ['/v2/transactions', { tx: '80800000000400', attachment: '00' }],
  ['/v2/fees/transaction', { transaction_payload: `0005${'00'.repeat(60)}`, estimated_len: 200 }],
  ['/v2/map_entry/ST000000000000000000002AMW42H/pox-4/stacking-state', `0x${'0c00000001077374616b6572051a'}${'00'.repeat(20)}`],
  [
    '/v2/contracts/call-read/ST000000000000000000002AMW42H/pox-4/get-reward-set-size',
    { sender: WALLET_1.address, arguments: [`0x01${'00'.repeat(15)}07`] },
  ],
  [
    '/v2/contracts/call-read/ST000000000000000000002AMW42H/pox-4/check-pox-addr-version',
    { sender: WALLET_1.address, sponsor: WALLET_2.address, arguments: ['0x0200000001ff'] },
  ],
];

function mutate(sample: Buffer, random: (below: number) => number): Buffer {
  const length = random(8) === 0 ? random(sample.length) + 1 : sample.length;
  const body = Buffer.from(sample.subarray(0, length));
  for (let changes = 1 + random(3); changes > 0; changes--) body[random(body.length)] = random(256);
  return random(16) === 0 ? Buffer.concat([body, body.subarray(random(body.length))]) : body;
}

function pick<T>(values: readonly T[], random: (below: number) => number): T {
  const value = values[random(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

/** The same numbers on every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 0x7fffffff;
    return state % below;
  };
}

/** One connection that stays open. */
function client(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, headers: Record<string, string>, body: Buffer) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, 'content-length': body.length } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end(body);
    });
  return {
    get: (path: string) => ask('GET', path, {}, Buffer.alloc(0)),
    post: (path: string, body: Buffer, contentType: string) => ask('POST', path, { 'content-type': contentType }, body),
    [Symbol.asyncDispose]: async () => agent.destroy(),
  };
}
