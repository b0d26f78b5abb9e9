import { p2tr, Transaction } from '@scure/btc-signer';
import { expect } from 'vitest';
import { toJson } from '#dist/base/json.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { addressScript } from '#dist/bitcoin/protocol/address/address.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { SbtcDeposit } from '#dist/network/devnet/sbtc/types.js';
import type { Account, Devnet } from '#dist/network/types.js';
import { createRegistry } from '#dist/sbtc/bridge/registry.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';

/** An internal key that nobody has (BIP341). */
const NUMS = Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex');

/** Looks at both chains past the bridge, and checks what it must never break. */
export type Auditor = {
  /** Remembers supply and Bitcoin as they are now: everything that the bridge makes is compared with it. */
  begin(): Promise<void>;
  /**
   * Checks that all sBTC comes from deposits that were minted once and is covered by Bitcoin, and that each withdrawal is paid once or not
   * at all.
   * @param settled nothing is under way
   */
  check(settled?: boolean): Promise<void>;
  /** Spends a deposit by its reclaim script. @returns false if the node refuses it: too early, or spent */
  reclaim(deposit: SbtcDeposit, holder: Account): Promise<boolean>;
};

export function createAuditor(devnet: Devnet): Auditor {
  const bitcoin = createBitcoinClient({ rpcUrl: devnet.urls.bitcoin, rpcUser: 'devnet', rpcPassword: 'devnet' });
  const registry = createRegistry(createStacksClient({ rpcUrl: devnet.urls.stacks }), devnet.sbtc.deployer);
  const index = followNode(bitcoin.call);
  const signers = toHex(addressScript(devnet.sbtc.signersAddress));
  let supply = 0n;
  let held = 0n;

  /** The signers' Bitcoin by the blocks alone: sweeps in the mempool do not count. */
  const heldNow = async (): Promise<bigint> => {
    const chain = await index.current();
    return chain
      .history(signers)
      .filter(({ block }) => block !== undefined)
      .flatMap(({ txid, outputs }) => outputs.filter(({ script }, vout) => script === signers && !isSpent(`${txid}:${vout}`)))
      .reduce((sum, { value }) => sum + value, 0n);
    function isSpent(outpoint: string): boolean {
      return chain.spender(outpoint)?.block !== undefined;
    }
  };

  const requests = async () => ({ deposits: await devnet.sbtc.deposits(), withdrawals: await devnet.sbtc.withdrawals() });
  /** What both chains and the bridge say at one moment: the signers go on while somebody looks. */
  const facts = async () => {
    for (;;) {
      const before = await requests();
      const [now, backed, chain] = [await registry.totalSupply(), await heldNow(), await index.current()];
      const payments = before.withdrawals.map(({ address, amount }) => {
        const script = toHex(addressScript(address));
        const outputs = chain.history(script).flatMap((tx) => tx.outputs);
        return outputs.filter((output) => output.script === script && output.value === amount).length;
      });
      if (toJson(await requests()) === toJson(before)) return { ...before, now, backed, payments };
    }
  };

  return {
    async begin() {
      supply = await registry.totalSupply();
      held = await heldNow();
    },
    async check(settled = false) {
      const { deposits, withdrawals, now, backed, payments } = await facts();
      const minted = deposits
        .filter(({ status }) => status === 'confirmed')
        .reduce((sum, { amount, fulfillment }) => sum + amount - (fulfillment?.fee ?? 0n), 0n);
      const burned = withdrawals
        .filter(({ status }) => status === 'confirmed')
        .reduce((sum, { amount, fulfillment }) => sum + amount + (fulfillment?.fee ?? 0n), 0n);
      expect(now - supply, 'the supply is what was minted and not burned').toBe(minted - burned);
      // What is paid in Bitcoin before its sBTC is burned.
      const underWay = withdrawals
        .filter(({ status }) => status === 'accepted')
        .reduce((sum, { amount, maxFee }) => sum + amount + maxFee, 0n);
      if (settled) expect(underWay).toBe(0n);
      expect(now - supply <= backed - held + underWay, `sBTC ${now - supply}, Bitcoin ${backed - held}`).toBe(true);
      for (const [at, { status, requestId }] of withdrawals.entries()) {
        // Amounts are unique.
        const expected = status === 'confirmed' || status === 'accepted' ? 1 : 0;
        expect(payments[at], `payments of withdrawal ${requestId}, which is ${status}`).toBe(expected);
      }
    },
    async reclaim({ txid, vout, amount, depositScript, reclaimScript, lockTime }, holder) {
      const leaves = [{ script: Buffer.from(depositScript, 'hex') }, { script: Buffer.from(reclaimScript, 'hex') }];
      const output = p2tr(NUMS, leaves, undefined, true);
      const leaf = output.tapLeafScript?.filter(([, script]) => toHex(script.subarray(0, -1)) === reclaimScript);
      const tx = new Transaction({ version: 2, allowUnknownInputs: true });
      tx.addInput({ txid, index: vout, sequence: lockTime, witnessUtxo: { script: output.script, amount }, tapLeafScript: leaf ?? [] });
      tx.addOutput({ script: addressScript(holder.btc.address), amount: amount - 500n });
      tx.sign(Buffer.from(holder.privateKey.slice(0, 64), 'hex'), undefined, new Uint8Array(32));
      tx.finalize();
      return bitcoin.send(tx.hex).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Removes the last Bitcoin blocks, and mines one more than it removed. */
export async function reorganise(devnet: Devnet, depth: number): Promise<void> {
  const bitcoin = createBitcoinClient({ rpcUrl: devnet.urls.bitcoin, rpcUser: 'devnet', rpcPassword: 'devnet' });
  const { height } = (await devnet.status()).bitcoin;
  await bitcoin.invalidateBlock(await bitcoin.blockHash(height - depth + 1));
  await devnet.bitcoin.mine(depth + 1);
}

/** Mines until the bridge has nothing under way, with at most `blocks` blocks. */
export async function settle(devnet: Devnet, blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined++) {
    await devnet.bitcoin.mine();
    while ((await devnet.sbtc.step()) !== undefined);
    const open = [...(await devnet.sbtc.deposits()), ...(await devnet.sbtc.withdrawals())].filter(
      ({ status }) => status === 'pending' || status === 'accepted',
    );
    if (open.length === 0) return;
  }
}
