import { Cl } from '@stacks/transactions';
import { afterEach, expect, test } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { MANAGER } from '#dist/engines/common/boot-plan/signer-manager.js';
import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import { signCall } from '#dist/engines/real-nodes/transactions/sign.js';
import { NO_BLOCK_FAULTS } from '#dist/stacks/block-faults.js';
import type { Engine, EngineOptions } from '#dist/stacks/engine/engine.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';
import { describeWithNodes } from './launch/native/real-nodes.js';
import { nativeLauncher } from './native.js';
import { bitcoin } from './watched.js';

// Each way in which stacks-node 4.0.2 stops for good in Epoch 4.0.
describeWithNodes('halts in Epoch 4.0', () => {
  const running: Engine[] = [];
  const boot = async (changes: Partial<EngineOptions> = {}): Promise<Engine> => {
    const engine = await startNakamotoEngine({ ...engineOptions, cache: testCache, ...changes }, nativeLauncher());
    running.push(engine);
    return engine;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.close()));
  });

  test('error: no signer stakes: reported before the prepare phase, which is not mined, and explained in it', async () => {
    const engine = await boot();
    const stalls: Extract<EngineEvent, { type: 'stall' }>[] = [];
    engine.subscribe((event) => event.type === 'stall' && stalls.push(event));
    const snapshot = await engine.snapshot();
    // The prepare phase begins at Bitcoin block 156. pox-5 takes changes until 154; earlier, the engine would stake again.
    while (engine.tips().bitcoin.height < 154) await engine.mineBitcoin(1);
    await unstake(engine);
    const missing = 'no signer stakes for reward cycle 4';
    await expect(engine.mineBitcoin(20)).rejects.toMatchObject({
      code: 'NOT_READY',
      message: `Bitcoin block 156 would halt the chain, so it is not mined: ${missing}`,
    });
    expect(engine.tips()).toMatchObject({ bitcoin: { height: 155 }, stacks: { burnHeight: 155 } });
    expect(stalls).toMatchObject([{ cause: `the next prepare phase will halt the chain: ${missing}` }]);
    // Until then the chain lives.
    await engine.mineStacks(1);
    // Other clients can halt it.
    await bitcoin(engine, 'generatetoaddress', 1, 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH');
    const cause = `the prepare phase before reward cycle 4 halted the chain: ${missing}`;
    await expect.poll(() => stalls.map((stall) => stall.cause)).toContain(cause);
    expect(engine.outage?.()).toBe(cause);
    await engine.restore(snapshot);
    await engine.mineBitcoin(16);
    expect(engine.tips().stacks.burnHeight).toBeGreaterThan(156);
  });

  test('error: a prepare phase without a tenure: neither a branch nor a Bitcoin block may make one', async () => {
    const engine = await boot();
    const { faults } = engine;
    if (faults === undefined) throw new TypeError('real nodes have faults');
    while (engine.tips().bitcoin.height < 158) await engine.mineBitcoin(1);
    const snapshot = await engine.snapshot();
    // The branch goes through all of the prepare phase, 156 to 159, before stacks-node follows it.
    const noTenure = 'tenure in the prepare phase before reward cycle 4';
    await expect(faults.reorganise(4, new Set())).rejects.toMatchObject({
      code: 'NOT_READY',
      message: `a branch from Bitcoin block 154 would halt the chain, so nothing is abandoned: it has no ${noTenure}`,
      hint: 'Mine to Bitcoin block 160 first, and abandon only blocks after it.',
    });
    expect(engine.tips()).toMatchObject({ bitcoin: { height: 158 }, stacks: { burnHeight: 158 } });
    // Block 156 has a tenure, and stays.
    await faults.reorganise(2, new Set());
    await engine.mineBitcoin(5);
    expect(engine.tips().stacks.burnHeight).toBe(engine.tips().bitcoin.height);
    await engine.restore(snapshot);
    await engine.mineBitcoin(16);
    expect(engine.tips()).toMatchObject({ bitcoin: { height: 174 }, stacks: { burnHeight: 174 } });

    await faults.setBlockFaults({ ...NO_BLOCK_FAULTS, hasCommit: () => false });
    await expect(engine.mineBitcoin(20)).rejects.toMatchObject({
      code: 'NOT_READY',
      message: 'Bitcoin block 179 would halt the chain, so it is not mined: no tenure has begun in the prepare phase before reward cycle 5',
      hint: 'End the faults first.',
    });
    await faults.setBlockFaults(NO_BLOCK_FAULTS);
    await engine.mineBitcoin(4);
    expect(engine.tips().stacks.burnHeight).toBe(engine.tips().bitcoin.height);
  });

  test.each([
    ['the token', 'sbtc-token', 'the contract SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token does not exist'],
    [
      'the aggregate key',
      'sbtc-devnet',
      'sbtc-registry has no aggregate key of 33 bytes: get-current-aggregate-pubkey returns 0x020000000100',
    ],
  ])('error: sBTC without %s ends the boot before Epoch 4.0', async (_what, left, missing) => {
    const { sbtc } = engineOptions;
    if (sbtc === undefined) throw new TypeError('engineOptions have sBTC');
    const incomplete = { ...sbtc, contracts: sbtc.contracts.filter(({ name }) => name !== left) };
    await expect(boot({ sbtc: incomplete, cache: { dir: '', enabled: false } })).rejects.toMatchObject({
      code: 'NOT_READY',
      message: expect.stringMatching(new RegExp(`^sBTC was not deployed: .*${missing}$`)),
    });
  });
});

/** Ends the stake of the network's signer with its current reward cycle. */
async function unstake(engine: Engine): Promise<void> {
  const [key] = networkKeys(1).signers;
  if (key === undefined) throw new RangeError('no signer');
  const stacks = createStacksClient({ rpcUrl: engine.services.stacks.rpcUrl });
  try {
    const [{ nonce }, { networkId: chainId }] = await Promise.all([stacks.account(key.stx), stacks.info()]);
    const functionArgs = [Cl.principal(`${key.stx}.${MANAGER}`)];
    await stacks.broadcast(await signCall({ signer: key, contract: POX_5, functionName: 'unstake', functionArgs, nonce, chainId }));
    await expect.poll(async () => (await stacks.account(key.stx)).nonce).toBe(nonce + 1);
  } finally {
    stacks.close();
  }
}
