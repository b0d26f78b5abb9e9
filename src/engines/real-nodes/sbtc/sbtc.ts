import { DevnetError } from '../../../base/error.js';
import type { SbtcDeployment } from '../../../stacks/engine.js';
import { until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';
import { readOnly } from '../transactions/read-only.js';
import { signDeployment } from '../transactions/sign.js';
import { sbtcPrincipals } from './principals.js';

/** Timeout in ms for the confirmed contracts. */
const CONFIRMED = 20_000;
/** A serialized buffer of 33 bytes: a public key. */
const KEY = /^0x0200000021[0-9a-f]{66}$/;

/**
 * Deploys sBTC and waits until it is as stacks-node needs it: stacks-node aborts at the first block of Epoch 4.0 without the token, and
 * halts at the next prepare phase without a key in the registry. Call it while a tenure is active.
 * @throws DevnetError NOT_READY naming what is missing
 */
export async function deploySbtc(network: Network, { deployer, keys, contracts }: SbtcDeployment): Promise<void> {
  const { stacks, options } = network;
  const [{ nonce }, { networkId: chainId }] = await Promise.all([stacks.account(deployer), stacks.info()]);
  for (const [index, contract] of contracts.entries()) {
    await stacks.broadcast(await signDeployment({ ...contract, signer: keys, nonce: nonce + index, chainId }));
  }
  options.onProgress?.('deploying sBTC');
  // A deployment that fails is confirmed, too.
  await until({
    ...network.limits(),
    what: 'sBTC to be deployed',
    timeoutMs: CONFIRMED,
    explain: () => network.explain('node'),
    look: async (see) => {
      const account = await stacks.account(deployer);
      see(`${account.nonce - nonce} of ${contracts.length} deployments are confirmed`);
      return account.nonce >= nonce + contracts.length ? true : undefined;
    },
  });
  const missing =
    (await missingSbtc(network, deployer)) ??
    (await missingContract(
      network,
      contracts.map(({ name }) => `${deployer}.${name}`),
    ));
  if (missing === undefined) return;
  throw new DevnetError('NOT_READY', `sBTC was not deployed: ${missing}`, {
    hint: 'If sbtc.contracts names a folder, its sources must be complete and deployable in Clarity 3.',
  });
}

/** Returns what stacks-node misses of sBTC in Epoch 4.0, as a sentence; undefined if nothing. */
export async function missingSbtc({ stacks }: Pick<Network, 'stacks'>, deployer: string): Promise<string | undefined> {
  const { token, registry } = sbtcPrincipals(deployer);
  const missing = await missingContract({ stacks }, [token, registry]);
  if (missing !== undefined) return missing;
  const key = await readOnly(stacks, registry, 'get-current-aggregate-pubkey');
  return KEY.test(key) ? undefined : `${registry} has no aggregate key of 33 bytes: get-current-aggregate-pubkey returns ${key}`;
}

/** Names the first contract that does not exist, in a sentence; undefined if all do. */
async function missingContract({ stacks }: Pick<Network, 'stacks'>, contracts: readonly string[]): Promise<string | undefined> {
  for (const contract of contracts) {
    const path = `/v2/contracts/source/${contract.replace('.', '/')}?proof=0`;
    if ((await stacks.getJson(path, { absent: [404] })) === undefined) return `the contract ${contract} does not exist`;
  }
  return undefined;
}
