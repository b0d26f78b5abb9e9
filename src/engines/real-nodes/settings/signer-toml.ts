import { AUTH_TOKEN } from '../../auth-token.js';
import type { ServiceEnvironment } from '../launch/launcher.js';
import type { NetworkKey } from '../network/keys.js';
import { STACKS_NODE, signerName } from './services.js';
import { lines } from './toml.js';

/** Returns the configuration of one stacks-signer. */
export function signerToml(environment: Pick<ServiceEnvironment, 'path' | 'bind' | 'address'>, key: NetworkKey, index: number): string {
  const node = environment.address(STACKS_NODE, 'rpc');
  const events = environment.bind(signerName(index), 'events');
  return lines({
    stacks_private_key: `${key.privateKey}01`,
    node_host: `${node.host}:${node.port}`,
    endpoint: `${events.host}:${events.port}`,
    network: 'testnet',
    auth_password: AUTH_TOKEN,
    db_path: environment.path(`${signerName(index)}.sqlite`),
  });
}
