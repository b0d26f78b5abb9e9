import type { PoxAddress } from '../chain/reward-set.js';
import { computeRewardSet, isDecidedByPox4 } from '../chain/signer-set.js';
import { ADDRESS_VERSION } from '../codec/c32.js';
import { type Answer, badRequestJson, ok, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { type RpcRequest, requireNoBody } from './request.js';

const NOT_YET = 'Could not read reward set. Prepare phase may not have started for this cycle yet. Err = ';

/** `GET /v3/stacker_set/{cycle_num}` */
export async function getStackerSet(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const cycle = Number(request.params['cycle_num']);
  const { rewardLength, prepareLength } = node.pox;
  const { sortitions, ledger } = node.state;
  if (!isDecidedByPox4(node.epoch, rewardLength, cycle)) {
    return refused('other', 'Active PoX contract version at tip is pre-PoX-4, the signer set is not fetchable');
  }
  const tip = request.query.get('tip');
  if (tip !== null && /^[0-9a-fA-F]{64}$/.test(tip) && ledger.byId(tip.toLowerCase()) === undefined) {
    return refused('not_available_try_again', `${NOT_YET}ChainstateError(DBError(NotFoundError))`);
  }
  // the set is made when the prepare phase before the cycle begins
  if (sortitions.tip.height < cycle * rewardLength - prepareLength) {
    return refused('not_available_try_again', `${NOT_YET}PoXAnchorBlockRequired`);
  }
  const chosen = ledger.chosen(cycle)?.set ?? (await computeRewardSet(node.state, node.epoch, node.pox, cycle));
  const { threshold, addresses, signers } = chosen;
  return ok({
    stacker_set: {
      pox_ustx_threshold: threshold,
      reward_set_version: 0,
      rewarded_addresses: addresses.map(addressJson),
      signers: signers.map(({ key, stacked, weight }) => ({ signing_key: key, stacked_amt: stacked, weight })),
      start_cycle_state: { missed_reward_slots: [] },
    },
  });
}

/** `GET /v3/signer/{signer_pubkey}/{cycle_num}`: blocks here are not signed. */
export function getSigner({ curve }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  try {
    curve.decompress(Buffer.from(request.params['signer_pubkey'] ?? '', 'hex'));
  } catch {
    throw undecodable('Failed to signer public key: Invalid public key hex string');
  }
  return ok({ blocks_signed: 0 });
}

function refused(type: string, message: string): Answer {
  return badRequestJson({ err_msg: message, err_type: type, response: 'error' });
}

/** As Rust's serializer writes stacks-core's `PoxAddress`. */
function addressJson({ version, hash }: PoxAddress): unknown {
  const { testnetSingle, testnetMulti } = ADDRESS_VERSION;
  switch (version) {
    case 0:
      return { Standard: [{ bytes: hash.toString('hex'), version: testnetSingle }, 'SerializeP2PKH'] };
    case 1:
    case 2:
    case 3: {
      const modes = ['SerializeP2SH', 'SerializeP2WPKH', 'SerializeP2WSH'];
      return { Standard: [{ bytes: hash.toString('hex'), version: testnetMulti }, modes[version - 1]] };
    }
    case 4:
      return { Addr20: [false, 'P2WPKH', [...hash]] };
    default:
      return { Addr32: [false, version === 5 ? 'P2WSH' : 'P2TR', [...hash]] };
  }
}
