import { DevnetError, invalid } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { field, listOf, readNumber, readObject, readText } from '../../../base/json.js';
import type { ForkPoint, ForkPox } from '../../../stacks/fork-source.js';
import { EPOCHS } from '../../../stacks/node.js';
import { TENURE_HEIGHT } from './ask-node.js';
import type { ForkSourceNode } from './fork-source-node.js';

/**
 * Reads what a fork must know of its origin.
 * @param height undefined for the tip
 * @throws DevnetError ORIGIN, INVALID_INPUT for a height that the origin does not have, UNSUPPORTED for one before Nakamoto
 */
export async function discover(node: ForkSourceNode, height: number | undefined): Promise<ForkPoint> {
  const { networkId, tip } = await node.read('/v2/info', (info) => ({
    networkId: readNumber(info, 'network_id'),
    tip: readNumber(info, 'stacks_tip_height'),
  }));
  if (height !== undefined && height > tip) throw invalid('fork.height', `at most ${tip}, the height of the origin`, height);
  const block = await node.blockAt(height ?? tip);
  const [rules, burn, tenureHeight] = await Promise.all([
    node.read(`/v2/pox?tip=${block.id}`, readPox),
    node.tenure(block.consensusHash),
    node.value(TENURE_HEIGHT, block.id),
  ]);
  if (tenureHeight === undefined) throw node.error('NO_STATE', 'does not serve the state of its chain (/v2/clarity/marf)');
  return {
    networkId,
    epoch: epochAt(rules, burn.height),
    block: { ...block, tenureHeight: Number.parseInt(tenureHeight, 16) },
    burn,
    pox: rules,
  };
}

function readPox(json: object): ForkPox {
  const token = field(json, 'pox_5_sbtc_contract');
  return {
    firstHeight: readNumber(json, 'first_burnchain_block_height'),
    rewardLength: readNumber(json, 'reward_cycle_length'),
    prepareLength: readNumber(json, 'prepare_cycle_length'),
    epochs: listOf(field(json, 'epochs'), 'epochs').map((epoch) => {
      const read = readObject(epoch, 'epoch');
      return { id: readText(read, 'epoch_id'), start: readNumber(read, 'start_height') };
    }),
    contracts: listOf(field(json, 'contract_versions'), 'contract_versions').map((contract) => {
      const read = readObject(contract, 'contract');
      return {
        id: readText(read, 'contract_id'),
        activation: readNumber(read, 'activation_burnchain_block_height'),
        firstCycle: readNumber(read, 'first_reward_cycle_id'),
      };
    }),
    sbtcDeployer: typeof token === 'string' ? without0x(token).split('.')[0] : undefined,
  };
}

/** @throws DevnetError UNSUPPORTED for an epoch that the VM does not have, or one before Nakamoto */
function epochAt({ epochs }: ForkPox, burnHeight: number): string {
  const id = epochs.findLast(({ start }) => start <= burnHeight)?.id;
  const epoch = EPOCHS.find((known) => known.id === id);
  if (epoch !== undefined && Number(epoch.name) >= 3) return epoch.name;
  const message =
    `fork.height: the origin is in ${id ?? 'no known epoch'} at this block, and a fork needs Epoch30 to Epoch40. ` +
    'Choose another height.';
  throw new DevnetError('UNSUPPORTED', message, { field: 'fork.height' });
}
