import { AUTH_TOKEN } from '../../common/auth-token.js';
import type { NetworkKey } from '../../common/boot-plan/network-keys.js';
import type { ServiceEnvironment } from '../launch/launcher.js';
import { EVENTS, STACKS_NODE, signerName } from './services.js';
import { lines } from './toml.js';

/**
 * Time in seconds in which a signer demands that the next tenure continues a block that it accepted, by default 30. If a Bitcoin block ends
 * the tenure before the miner has all signatures, that block is lost: several signers would reject the next tenure, and not agree when the
 * time is over. All share one node, which itself refuses a block that does not continue its tip.
 */
const LOST_BLOCK = 0;

/**
 * Time in ms in which the node must validate a block, if several signers share it. The node validates one block at a time, and a signer
 * sends a refused request again from its instance for the next reward cycle, which does not hear the answer. Until this timeout that
 * instance validates nothing, also if its cycle has begun. By default 120,000.
 */
const VALIDATION = 5_000;

type SignerConfig = {
  environment: Pick<ServiceEnvironment, 'path' | 'bind' | 'address'>;
  key: NetworkKey;
  index: number;
  /** The number of signers. */
  count: number;
};

/** Returns the configuration of one stacks-signer. */
export function signerToml({ environment, key, index, count }: SignerConfig): string {
  const node = environment.address(STACKS_NODE, 'rpc');
  const events = environment.bind(signerName(index), EVENTS);
  return lines({
    stacks_private_key: `${key.privateKey}01`,
    node_host: `${node.host}:${node.port}`,
    endpoint: `${events.host}:${events.port}`,
    network: 'testnet',
    auth_password: AUTH_TOKEN,
    db_path: environment.path(`${signerName(index)}.sqlite`),
    tenure_last_block_proposal_timeout_secs: LOST_BLOCK,
    ...(count > 1 ? { block_proposal_validation_timeout_ms: VALIDATION } : {}),
  });
}
