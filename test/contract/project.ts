import { describe, expect, test } from 'vitest';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { account, balanceOf, bootDevnet, stacksGet } from '../devnet.js';
import { COUNTER, DEPLOYER, planText, sampleProject, WALLET_1, WALLET_1_BTC, WALLET_2, WALLET_2_BTC } from '../project/plan/sample.js';

const PUBLISHER = 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9';
const cached = (name: string, source: string) => ({
  [`.cache/requirements/${PUBLISHER}.${name}.clar`]: source,
  [`.cache/requirements/${PUBLISHER}.${name}.json`]: '{"epoch":"Epoch21","clarity_version":"Clarity2"}',
});
const user = `(use-trait counted '${PUBLISHER}.counted.counted)
(define-public (pox) (ok (contract-call? 'SP000000000000000000002Q6VF78.pox-4 get-pox-info)))
(define-read-only (supply) (contract-call? 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token get-total-supply))
(define-public (add-to (target <counted>)) (contract-call? target get-count-of))
`;

/** Projects and plans on an engine of real nodes. @param engine its options */
export function projectContract(engine: DevnetOptions): void {
  test('default: a project with a plan is there at ready, and costs nothing at the next boot', async () => {
    const plan = planText(
      [
        `- contract-publish:\n    contract-name: counter\n    expected-sender: ${DEPLOYER}\n    path: contracts/counter.clar`,
        `- contract-call:\n    contract-id: ${DEPLOYER}.counter\n    expected-sender: ${WALLET_1}\n    method: add\n    parameters: ["u5"]`,
        `- stx-transfer:\n    expected-sender: ${WALLET_1}\n    recipient: ${WALLET_2}\n    mstx-amount: 1234`,
        `- btc-transfer:\n    expected-sender: ${WALLET_1_BTC}\n    recipient: ${WALLET_2_BTC}\n    sats-amount: 100000\n` +
          '    sats-per-byte: 2',
      ].join('\n'),
    );
    await using project = await sampleProject({
      contracts: { counter: COUNTER, user },
      files: {
        'deployments/default.devnet-plan.yaml': plan,
        ...cached('counted', '(define-trait counted ((get-count-of () (response uint uint))))'),
      },
    });
    const boot = async (steps: string[]) =>
      bootDevnet({ ...engine, project: project.root, requirements: { fetch: false }, onProgress: (step) => steps.push(step) });
    const check = async (devnet: Awaited<ReturnType<typeof boot>>) => {
      const source = await stacksGet(devnet, `/v2/contracts/source/${DEPLOYER}/user`);
      expect(source['source']).toContain(`'${DEPLOYER}.counted.counted`);
      expect(source['source']).toContain("'ST000000000000000000002AMW42H.pox-4");
      expect(await balanceOf(devnet, 'deployer')).toMatchObject({ nonce: 3 });
      expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({ nonce: 2 });
      expect(await balanceOf(devnet, 'wallet_2')).toMatchObject({ nonce: 0, btc: 1_000_100_000n, stx: 100_000_000_001_234n });
      expect(devnet.project?.contracts.map(({ id }) => id)).toEqual(['counted', 'counter', 'user'].map((name) => `${DEPLOYER}.${name}`));
      const { cycle } = await devnet.status();
      expect(cycle).toMatchObject({ phase: 'reward' });
      expect(cycle.blocksLeft).toBeGreaterThanOrEqual(10);
      const { block } = await devnet.faucet.stx(account(devnet, 'wallet_2').stx.address);
      expect(block).toBeDefined();
    };

    // It may find the network of an earlier run.
    {
      await using devnet = await boot([]);
      await check(devnet);
    }
    const second: string[] = [];
    await using devnet = await boot(second);
    await check(devnet);
    expect(second.filter((step) => step.includes(': transactions '))).toEqual([]);
    expect(second).toContain('starting from the kept network');
  });

  test('behavior: a contract waits for one of another account that it names, also if it pays more', async () => {
    const publish = (name: string, sender: string, cost: number) =>
      `- contract-publish:\n    contract-name: ${name}\n    expected-sender: ${sender}\n    path: contracts/${name}.clar\n` +
      `    cost: ${cost}`;
    const plan = planText(`${publish('counter', DEPLOYER, 1_000)}\n${publish('reader', WALLET_2, 500_000)}`);
    const reader = `(define-read-only (read-count) (contract-call? '${DEPLOYER}.counter get-count))`;
    await using project = await sampleProject({
      contracts: { counter: COUNTER },
      files: { 'contracts/reader.clar': reader, 'plan.yaml': plan },
    });
    await using devnet = await bootDevnet({ ...engine, project: project.root, plan: `${project.root}/plan.yaml` });
    expect(await stacksGet(devnet, `/v2/contracts/source/${WALLET_2}/reader`)).toMatchObject({ source: reader });
  });

  test('error: a contract that does not compile ends the boot with its file, and a corrected one boots from the kept network', async () => {
    const boot = async (source: string, steps: string[] = []) => {
      await using project = await sampleProject({ contracts: { broken: source } });
      return await bootDevnet({ ...engine, project: project.root, onProgress: (step) => steps.push(step) });
    };
    await expect(boot('(foo)')).rejects.toThrow(/^contracts\/broken\.clar.*: use of unresolved function 'foo'/);
    const steps: string[] = [];
    await using devnet = await boot(COUNTER, steps);
    expect(steps).toContain('starting from the kept network');
    expect(await balanceOf(devnet, 'deployer')).toMatchObject({ nonce: 1 });
  });

  describe('epoch 3.4', () => {
    test('behavior: stacking orders are carried out, and many contracts deployed', async () => {
      await using project = await sampleProject({
        contracts: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`c${index}`, COUNTER])),
        balance: 1_000_000_000_000_000n,
        settings:
          '[[devnet.pox_stacking_orders]]\nstart_at_cycle = 1\nduration = 12\nwallet = "wallet_2"\nslots = 2\n' +
          `btc_address = "${WALLET_2_BTC}"\nauto_extend = true`,
      });
      await using devnet = await bootDevnet({ ...engine, epoch: '3.4', project: project.root });
      expect(await balanceOf(devnet, 'deployer')).toMatchObject({ nonce: 60 });
      expect(BigInt(String((await stacksGet(devnet, `/v2/accounts/${WALLET_2}?proof=0`))['locked']))).toBeGreaterThan(0n);
      const { cycle } = await devnet.status();
      await devnet.mineUntil({ cycle: cycle.id + 2 });
      await devnet.faucet.stx(WALLET_1);
    });
  });
}
