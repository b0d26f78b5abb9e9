import { DevnetError, invalid } from '../../../base/error.js';
import type { Devnet } from '../../../network/types.js';
import { createStacksClient, type StacksClient } from '../../../stacks/client.js';
import { hasMainnetAddresses } from '../../../stacks/engine.js';
import { connectDevnet } from '../../../start/connect.js';
import { createAssets } from './assets.js';
import { createCalls } from './calls.js';
import { createNames } from './names.js';
import { createReads } from './reads.js';
import { createSnippets } from './snippets.js';
import { createTransactor } from './transact.js';

/** The methods of a simnet, over HTTP. Clarity values are serialized. */
export type SessionMethods = Awaited<ReturnType<typeof openSession>>;

/** The name of the snapshot that tests start from. */
const SNAPSHOT = 'simnet';
/** Micro-STX for fees: enough for 300,000 transactions. */
const FEES = 1_000_000_000n;
/** How long the network may take for its first answer, in ms. */
const ANSWER_MS = 10_000;

/**
 * Connects to a network and takes a snapshot of it, or restores the one that an earlier connection took.
 * @throws DevnetError NOT_REACHABLE, FORBIDDEN, TIMEOUT, UNSUPPORTED without snapshots
 */
export async function openSession({ url, controlKey }: { url: string; controlKey: string | undefined }) {
  const rpc = createStacksClient({ rpcUrl: url });
  const { networkId } = await rpc.info({ timeoutMs: ANSWER_MS }).catch((error: unknown) => {
    throw error instanceof DevnetError && error.code === 'TIMEOUT' ? noAnswer(url, error) : error;
  });
  const devnet = await connectDevnet(url, { controlKey });
  const transactor = await createTransactor(devnet, rpc, networkId);
  const start = await prepare(devnet, rpc, transactor.sponsor);
  const names = createNames(devnet, {
    sbtcDeployer: (await devnet.status()).sbtc?.deployer,
    isMainnet: hasMainnetAddresses({ networkId }),
  });
  const assets = createAssets(devnet, rpc, names);
  const reads = createReads(devnet, rpc, names);
  let isChanged = false;
  const mine = async (request: { bitcoin: number } | { stacks: number }): Promise<number> => {
    isChanged = true;
    const { bitcoin, stacks } = await devnet.mine(request);
    return 'bitcoin' in request ? bitcoin.height : stacks.height;
  };
  const calls = createCalls({
    ...{ reads, names },
    async send(orders) {
      isChanged = true;
      const receipts = await transactor.send(orders);
      assets.see(receipts);
      return receipts;
    },
  });
  const snippets = createSnippets({ reads, execute: calls.execute });
  return {
    heights: reads.heights,
    epoch: reads.epoch,
    accounts: reads.accounts,
    callReadOnlyFn: reads.callReadOnlyFn,
    getDataVar: reads.getDataVar,
    getMapEntry: reads.getMapEntry,
    getContractSource: reads.getContractSource,
    execute: calls.execute,
    async interfaces() {
      const found = new Map<string, object>();
      for (const id of [...(devnet.project?.contracts.map((contract) => contract.id) ?? []), ...calls.deployed()]) {
        const known = await reads.contractInterface(id);
        if (known !== undefined) found.set(names.fromNetwork(id), known);
      }
      return found;
    },
    mine,
    blockTime: reads.blockTime,
    runSnippet: snippets.run,
    syntaxTree: snippets.syntaxTree,
    assets: async () => assets.read(),
    async restore() {
      // Tests that only read leave the state as it is.
      if (isChanged) await devnet.restore(start);
      isChanged = false;
      assets.forget();
      snippets.forget();
    },
    /** @returns the balance after it */
    async mint(recipient: string, amount: bigint): Promise<bigint> {
      isChanged = true;
      const principal = names.toNetwork(recipient);
      await devnet.faucet.stx(principal, { amount });
      assets.add(principal);
      return (await rpc.account(principal)).balance;
    },
    /** @param asset `ST….contract.token` @returns the balance after it */
    async mintToken(asset: string, recipient: string, amount: bigint): Promise<{ token: string; balance: bigint }> {
      const at = asset.lastIndexOf('.');
      if (at < 1) throw invalid('token', 'a contract and the name of its token, such as ST….contract.token', asset);
      const token = asset.slice(at + 1);
      const [id, principal] = [`${reads.resolve(asset.slice(0, at))}::${token}`, names.toNetwork(recipient)];
      const balance = (await assets.tokenBalance(principal, id)) + amount;
      isChanged = true;
      await devnet.state.setFtBalance(id, principal, balance);
      assets.add(principal);
      return { token, balance };
    },
  };
}

function noAnswer(url: string, cause: DevnetError): DevnetError {
  const hint =
    'A network in the process that calls simnet cannot answer, because the call blocks it: start the network in another process.';
  return new DevnetError('TIMEOUT', `${url} did not answer within ${ANSWER_MS / 1000} s. ${hint}`, { hint, cause });
}

async function prepare(devnet: Devnet, rpc: StacksClient, sponsor: string): Promise<string> {
  const known = (await devnet.snapshots()).find(({ name }) => name === SNAPSHOT);
  if (known !== undefined) {
    await devnet.restore(known.id);
    return known.id;
  }
  // Only tests mine.
  await devnet.setMining({ bitcoin: 'manual' });
  // A network with the heights of a simnet pays it in the genesis.
  const { balance } = await rpc.account(sponsor);
  if (balance < FEES) await devnet.faucet.stx(sponsor, { amount: FEES });
  return devnet.snapshot(SNAPSHOT);
}
