import { DevnetError } from '../../../../base/error.js';
import { epochAt } from '../../chain/epoch.js';
import {
  activePoxContract,
  contractOfCycle,
  cycleOf,
  hasContractOfCycle,
  POX_5_THRESHOLD,
  positionOf,
  type ReadContract,
  readPox,
  readStacked,
  SLOTS_PER_BLOCK,
  slotsOf,
  stackingThreshold,
} from '../../chain/pox/pox.js';
import { type Answer, ok, RpcError } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';
import { readAt } from '../view.js';

/** Per cent of all STX that must be stacked for PoX to be active, on test networks. */
const PARTICIPATION_PERCENT = 1n;

/** `GET /v2/pox`: from the active PoX contract and the configuration, as stacks-core computes it. */
export async function getPox(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request, ' for GetPoxInfo');
  const { pox, poxRules } = node.state;
  const { rewardLength, prepareLength, firstHeight = 0 } = pox;
  const height = node.state.sortitions.tip.height;
  const cycle = cycleOf(pox, height);
  const { liquid, minIncrement, rejection, stacked, nextStacked } = await poxState(node, request, cycle);

  const slots = slotsOf(pox);
  const activation = (liquid * PARTICIPATION_PERCENT) / 100n;
  const rejectionLeft = rejection && notNegative((liquid / 100n) * rejection.fraction - rejection.votes);
  const nextRewardIn = rewardLength - positionOf(pox, height);
  const nextRewardStart = height + nextRewardIn;
  const { spans, contracts } = poxRules;
  // of a set that is chosen it stays what it was
  const threshold = (of: number, participation: bigint): bigint =>
    contractOfCycle(node.state, of).endsWith('.pox-5')
      ? POX_5_THRESHOLD
      : (node.state.ledger.chosen(of)?.set.threshold ?? stackingThreshold(liquid, participation, slots));
  const nextThreshold = threshold(cycle + 1, nextStacked);
  return ok({
    contract_id: activePoxContract(poxRules, height),
    pox_activation_threshold_ustx: activation,
    first_burnchain_block_height: firstHeight,
    current_burnchain_block_height: height,
    prepare_phase_block_length: prepareLength,
    reward_phase_block_length: rewardLength - prepareLength,
    reward_slots: slots,
    rejection_fraction: rejection?.fraction ?? null,
    total_liquid_supply_ustx: liquid,
    current_cycle: {
      id: cycle,
      min_threshold_ustx: threshold(cycle, stacked),
      stacked_ustx: stacked,
      is_pox_active: isPoxActive(node.state, height),
    },
    next_cycle: {
      id: cycle + 1,
      min_threshold_ustx: nextThreshold,
      min_increment_ustx: minIncrement,
      stacked_ustx: nextStacked,
      prepare_phase_start_block_height: nextRewardStart - prepareLength,
      blocks_until_prepare_phase: nextRewardIn - prepareLength,
      reward_phase_start_block_height: nextRewardStart,
      blocks_until_reward_phase: nextRewardIn,
      ustx_until_pox_rejection: rejectionLeft ?? null,
    },
    epochs: spans.map(({ epoch, start, end }) => ({
      epoch_id: epoch.id,
      start_height: start,
      end_height: end,
      block_limit: epoch.limit,
      network_epoch: epoch.network,
    })),
    current_epoch: epochAt(node.state.epochs, height).id,
    min_amount_ustx: nextThreshold,
    prepare_cycle_length: prepareLength,
    reward_cycle_id: cycle,
    reward_cycle_length: rewardLength,
    rejection_votes_left_required: rejectionLeft ?? null,
    next_reward_cycle_in: nextRewardIn,
    contract_versions: contracts.map(({ id, activation: since, firstCycle }) => ({
      contract_id: id,
      activation_burnchain_block_height: since,
      first_reward_cycle_id: firstCycle,
    })),
    pox_5_sbtc_contract: `${node.state.sbtcDeployer}.sbtc-token`,
    pox_5_sbtc_registry_contract: `${node.state.sbtcDeployer}.sbtc-registry`,
  });
}

/** Whether anybody is paid once the cycle's first block has paid (`SortitionDB::is_pox_active`). */
function isPoxActive({ ledger, pox }: RpcNode['state'], height: number): boolean {
  // a cycle begins with its second block here
  const set = ledger.chosen(cycleOf(pox, height - 1))?.set;
  return set !== undefined && (set.payout !== undefined || set.addresses.length > SLOTS_PER_BLOCK);
}

function notNegative(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

async function poxState(node: RpcNode, request: RpcRequest, cycle: number) {
  const { poxRules, sortitions } = node.state;
  const { height } = sortitions.tip;
  const contract = activePoxContract(poxRules, height);
  const stackedIn = (read: ReadContract, of: number): bigint =>
    hasContractOfCycle(node.state, of, height) ? readStacked(contractOfCycle(node.state, of), of, read) : 0n;
  try {
    return await readAt(
      node,
      request,
      () => 'No such chain tip',
      (view) =>
        view.within((read) => {
          return { ...readPox(contract, read), stacked: stackedIn(read, cycle), nextStacked: stackedIn(read, cycle + 1) };
        }),
    );
  } catch (error) {
    if (error instanceof RpcError || error instanceof DevnetError) throw error;
    throw new RpcError(500, `Failed to load PoX info: ${error instanceof Error ? error.message : String(error)}`);
  }
}
