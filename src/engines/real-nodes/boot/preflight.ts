import { checkPort } from '#platform/check-port.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { addressScript } from '../../../bitcoin/address.js';
import type { EngineOptions } from '../../../stacks/engine.js';
import { EPOCHS, type Epoch, planTimeline, type Timeline } from '../../common/boot-plan/timeline.js';
import type { Program, ProgramInfo } from '../launch/launcher.js';
import { checkPair, checkVersion } from '../launch/supported.js';

/** The options that are checked. */
export type Preflight = Pick<EngineOptions, 'epoch' | 'pox' | 'funding' | 'ports' | 'host' | 'bitcoin' | 'sbtc'>;

/** The shortest prepare phase that stacks-core accepts. */
const SHORTEST_PREPARE = 3;
/** The shortest reward phase: a ready network has ten of its Bitcoin blocks left. */
const SHORTEST_REWARD = 11;
/** The smallest output that bitcoind relays: P2PKH, in sats. */
const DUST = 546n;

/** Checks the options before anything starts. @returns the timeline @throws DevnetError INVALID_INPUT, PORT_TAKEN */
export async function checkOptions(options: Preflight): Promise<Timeline> {
  const epoch = readEpoch(options.epoch);
  checkPox(options.pox);
  checkFunding(options.funding);
  if (epoch === '4.0' && options.sbtc === undefined) {
    throw invalid('sbtc', 'true, as stacks-node needs its contracts in Epoch 4.0', false, "A network without sBTC needs epoch: '3.4'.");
  }
  const timeline = planTimeline({ ...options, epoch });
  checkEpochHeights(timeline, options.pox);
  await checkPorts(options);
  return timeline;
}

/**
 * Checks the versions of the programs.
 * @throws DevnetError MISSING naming program, version found and version needed
 */
export function checkPrograms(programs: Record<Program, ProgramInfo>): void {
  const { bitcoind, 'stacks-node': node, 'stacks-signer': signer } = programs;
  checkVersion('bitcoind', bitcoind.version);
  checkVersion('stacks-node', node.version);
  checkVersion('stacks-signer', signer.version);
  checkPair(node, signer);
}

function readEpoch(text: string): Epoch {
  const epoch = EPOCHS.find((name) => name === text);
  if (epoch === undefined) throw invalid('epoch', `${EPOCHS.slice(0, -1).join(', ')} or ${EPOCHS.at(-1)}`, text);
  return epoch;
}

function checkPox({ rewardLength, prepareLength }: EngineOptions['pox']): void {
  if (!Number.isSafeInteger(prepareLength) || prepareLength < SHORTEST_PREPARE) {
    throw invalid('pox.prepareLength', `at least ${SHORTEST_PREPARE}, as stacks-node demands`, prepareLength);
  }
  if (!Number.isSafeInteger(rewardLength) || rewardLength - prepareLength < SHORTEST_REWARD) {
    throw invalid('pox.rewardLength', `at least ${SHORTEST_REWARD} more than pox.prepareLength (${prepareLength})`, rewardLength);
  }
}

function checkFunding({ bitcoin, stacks, coinbaseKey }: EngineOptions['funding']): void {
  if (!/^[0-9a-f]{64}$/.test(coinbaseKey)) throw invalid('funding.coinbaseKey', '64 hex digits', `${coinbaseKey.length} characters`);
  for (const { address, amount } of bitcoin) {
    if (amount < DUST) throw invalid('funding.bitcoin', `at least ${DUST} sats: bitcoind does not relay dust`, amount);
    try {
      addressScript(address);
    } catch (error) {
      throw new DevnetError('INVALID_INPUT', `funding.bitcoin: ${address} is not a regtest address`, {
        field: 'funding.bitcoin',
        expected: 'a regtest address',
        received: address,
        cause: error,
      });
    }
  }
  const limit = 2n ** 64n;
  for (const { principal, amount } of stacks) {
    if (amount < 0n || amount >= limit) throw invalid(`balances.${principal}`, 'less than 2^64 micro-STX, as stacks-node demands', amount);
  }
}

/** Checks stacks-core's rules for the heights of epochs (`validate_nakamoto_transition_schedule` and related ones). */
export function checkEpochHeights(
  { epochs, firstBurnHeight }: Pick<Timeline, 'epochs' | 'firstBurnHeight'>,
  { rewardLength, prepareLength }: EngineOptions['pox'],
): void {
  const height = (wanted: string): number => {
    const found = epochs.find(({ name }) => name === wanted);
    if (found === undefined) throw rule(`Epoch ${wanted} must be in the list`);
    return found.height;
  };
  let previous = { name: '1.0', height: 0 };
  for (const epoch of epochs) {
    if (epoch.height < previous.height) throw rule(`Epoch ${epoch.name} (${epoch.height}) begins before ${previous.name}`);
    previous = epoch;
  }
  if (firstBurnHeight % rewardLength !== 0) throw rule(`the first cycle (${firstBurnHeight}) begins at a multiple of its length`);
  if (height('1.0') !== 0) throw rule('Epoch 1.0 begins at height 0');
  if (height('2.0') !== firstBurnHeight) throw rule(`Epoch 2.0 begins with the first cycle, at height ${firstBurnHeight}`);
  for (const name of ['3.0', '4.0']) {
    const position = height(name) % rewardLength;
    if (position < 2 || position > rewardLength - prepareLength) {
      throw rule(`Epoch ${name} (${height(name)}) begins in a reward phase, at its second block or later`);
    }
  }
  const cycle = (name: string): number => Math.floor((height(name) - firstBurnHeight) / rewardLength);
  if (cycle('3.0') < 2) throw rule('Epoch 3.0 begins in cycle 2 or later');
  if (cycle('2.5') === cycle('3.0')) throw rule('Epochs 2.5 and 3.0 begin in different cycles');
  if (height('2.5') >= firstBurnHeight + cycle('3.0') * rewardLength - prepareLength) {
    throw rule('Epoch 2.5 begins before the prepare phase of the cycle before Epoch 3.0');
  }
  if (cycle('4.0') === cycle('3.0')) throw rule('Epochs 3.0 and 4.0 begin in different cycles');
}

function rule(text: string): DevnetError {
  return new DevnetError('INVALID_INPUT', `pox: ${text}`, {
    field: 'pox',
    hint: 'Use another pox.rewardLength or pox.prepareLength; 20 and 5 work.',
  });
}

async function checkPorts({ host, ports }: Preflight): Promise<void> {
  for (const name of ['bitcoin', 'stacks'] as const) {
    await checkPort({ field: `ports.${name}`, host, port: ports[name] });
  }
}
