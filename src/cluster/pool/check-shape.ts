import { DevnetError } from '../../base/error.js';

type Shape = Readonly<Record<string, string>>;

/** Settings without which a client reaches the network with wrong credentials. */
const KNOWN_TO_CLIENTS = ['bitcoin.rpcUser', 'bitcoin.rpcPassword'];

/**
 * Checks that the networks of a pool have the settings of a client; other settings are the pool's.
 * @param wanted empty if the client does not say
 * @throws DevnetError UNSUPPORTED
 */
export function checkShape(wanted: Shape, own: Shape): void {
  const keys = Object.keys(wanted);
  if (keys.length === 0) return;
  const field = [...keys, ...KNOWN_TO_CLIENTS].find((key) => wanted[key] !== own[key]);
  if (field === undefined) return;
  const hint = `Start the pool with the same ${field}, or remove the setting here.`;
  throw new DevnetError('UNSUPPORTED', `${field}: the networks of this pool have another one. ${hint}`, { field, hint });
}
