import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf, runExample } from '../../examples/run.js';
import { runScenario } from './run-scenario.js';

const inProcess = `import { startDevnet } from 'stacks-devnet';
import { connectSimnet } from 'stacks-devnet/simnet';
const network = await startDevnet({ gateway: true });
const attempt = (url) => { try { return connectSimnet(url).blockHeight; } catch (error) { return error.message; } };
console.log(attempt(network.urls.gateway));
await network.close();
console.log(attempt('http://127.0.0.1:1'));`;
let unanswered: ReturnType<typeof runExample>;
beforeAll(() => {
  // It waits for ten seconds, beside the other tests.
  unanswered = runExample('simnet', ['--input-type=module', '--eval', inProcess]);
});
afterAll(() => unanswered);

test("default: every method returns what clarinet-sdk's simnet returns, over HTTP", async () => {
  const [expected, { steps, status, output }] = [await runScenario('simnet'), await runScenario('embedded')];
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  const { http, ...same } = steps;
  expect(same).toEqual(expected.steps);
  expect(Object.keys(same).length).toBeGreaterThan(20);
  expect(http).toMatchInlineSnapshot(`
    {
      "advance": [
        2,
        2,
      ],
      "closed": [
        "throws simnet.heights: the connection is closed",
        "throws simnet.runSnippet: the connection is closed",
      ],
      "empty": "throws simnet.initEmptySession: the contracts and accounts of the project are in the genesis on a network. initSimnet() without a network can do this.",
      "epoch": "throws simnet.setEpoch('2.1'): the network is in epoch 4.0. Start it with epoch: '2.1'.",
      "inBlock": "throws txs: expected callPublicFn, deployContract or transferSTX, received "callPrivateFn"",
      "mint": [
        "→ ST000000000000000000002AMW42H: 5 µSTX",
        "→ ST000000000000000000002AMW42H: 7 µSTX",
        "7",
      ],
      "noContract": "throws contract source not found for nope",
      "none": {
        "type": "none",
      },
      "privateFn": "throws simnet.callPrivateFn: no transaction can call a private function on a network. initSimnet() without a network can do this.",
      "sender": "throws simnet.deployer = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5': a network deploys with the account deployer.",
      "stranger": "throws sender: expected the address of an account of the network, whose key signs, received "ST000000000000000000002AMW42H". They are: deployer (ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM), alice (ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5).",
      "time": true,
      "token": [
        "→ ST000000000000000000002AMW42H: 5 point",
        "→ ST000000000000000000002AMW42H: 7 point",
      ],
      "tokens": [
        "7",
        "throws token: expected a contract and the name of its token, such as ST….contract.token, received "point"",
      ],
    }
  `);
});

test('behavior: a suite with the set-up file and the matchers of clarinet-sdk passes', async () => {
  const { status, output } = await runExample('simnet', [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts']);
  expect(output).toMatch(/Tests +2 passed \(2\)/);
  expect(status).toBe(0);
});

test('behavior: a suite that calls initSimnet() passes with an alias', async () => {
  const { status, output } = await runExample('simnet-alias', [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.ts']);
  expect(output).toMatch(/Tests +1 passed \(1\)/);
  expect(status).toBe(0);
});

test('error: a network in the same process, and one that does not exist', async () => {
  const [blocked, absent] = (await unanswered).output.trim().split('\n');
  expect(blocked).toMatch(/^http:\S+ did not answer within 10 s\. A network in the process that calls simnet cannot answer/);
  expect(absent).toContain('127.0.0.1:1');
});
