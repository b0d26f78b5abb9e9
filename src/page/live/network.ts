import { computed, signal } from '@preact/signals';
import { createNames, type Names } from '../../tools/story.js';
import { ApiError, request } from '../api/http.js';
import type { Account, NodeInfo, Pox, Status } from '../api/types.js';
import { ownAddresses } from './own-addresses.js';

/** What the network says about itself. Without the control API, which answers this machine only, the node says less. */
export type Network = {
  bitcoinHeight: number;
  stacksHeight: number;
  tenureHeight?: number | undefined;
  cycle: { id: number; phase: 'reward' | 'prepare'; blocksLeft: number };
  /** The control API's own answer. */
  status?: Status | undefined;
};

export const network = signal<Network | undefined>(undefined);
/** The accounts of the network with their keys; empty without the control API. */
export const accounts = signal<readonly Account[]>([]);
/** Whether this page may mine, pay and restore. Undefined until it is known. */
export const canControl = signal<boolean | undefined>(undefined);
/** What the network can do beside mining Bitcoin blocks; nothing for pages that may not control it. */
export const capabilities = computed(() => new Set(network.value?.status?.capabilities));

/** The deployer of sBTC's contracts and the address of its signers, as JSON: an object would be another one with each status. */
const sbtcNames = computed(() => JSON.stringify(network.value?.status?.sbtc));

/** The names that the story and this page have for addresses. */
export const names = computed<Names>(() => {
  const sbtc = sbtcNames.value === undefined ? undefined : (JSON.parse(sbtcNames.value) as Status['sbtc']);
  return createNames(accounts.value, ownAddresses(sbtc));
});

/** The account that an address of either chain belongs to. */
export function accountOf(address: string): Account | undefined {
  return accounts.value.find(({ stx, btc }) => stx.address === address || Object.values(btc.addresses).includes(address));
}

/** The sBTC token, if the network has sBTC. */
export const sbtcToken = computed(() => {
  const deployer = network.value?.status?.sbtc?.deployer;
  return deployer === undefined ? undefined : `${deployer}.sbtc-token::sbtc-token`;
});

/** Requests everything again. @throws ApiError if nothing answers */
export async function loadNetwork(): Promise<void> {
  const [status, info] = await Promise.all([
    canControl.value === false ? undefined : request<Status>('/devnet/v1/status').catch(absent),
    request<NodeInfo>('/v2/info'),
  ]);
  const cycle = status?.cycle ?? cycleOf(await request<Pox>('/v2/pox'));
  canControl.value = status !== undefined;
  network.value = {
    bitcoinHeight: status?.bitcoin.height ?? info.burn_block_height,
    stacksHeight: status?.stacks.height ?? info.stacks_tip_height,
    tenureHeight: info.tenure_height,
    cycle,
    status,
  };
}

function cycleOf({ current_cycle: { id }, next_cycle: next }: Pox): Network['cycle'] {
  const untilPrepare = next.blocks_until_prepare_phase;
  return untilPrepare > 0
    ? { id, phase: 'reward', blocksLeft: untilPrepare }
    : { id, phase: 'prepare', blocksLeft: next.blocks_until_reward_phase };
}

/** Requests the accounts for their names and keys, which stay while the network runs. */
export async function loadAccounts(): Promise<void> {
  if (!canControl.value) return;
  accounts.value = (await request<{ accounts: Account[] }>('/devnet/v1/accounts').catch(absent))?.accounts ?? [];
}

/** Another network may answer after a restart. */
export function forgetNetwork(): void {
  canControl.value = undefined;
}

function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.isAbsent) return undefined;
  throw error;
}
