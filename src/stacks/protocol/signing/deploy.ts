import { name as encodeName, u8, u32 } from '../codec/writer.js';
import { type SignedTransaction, type Signing, signTransaction } from './sign.js';

export type Deploy = Signing & {
  name: string;
  /** Printable ASCII, tabs and line feeds. */
  source: string;
  /** @default the newest of the epoch */
  clarityVersion?: number | undefined;
};

const DEPLOY = 1;
const VERSIONED_DEPLOY = 6;

/**
 * Builds and signs the deployment of a contract on a test network. It may transfer any asset of the signer. @throws RangeError for an
 * invalid key
 */
export async function signDeploy({ name, source, clarityVersion, ...signing }: Deploy): Promise<SignedTransaction> {
  return signTransaction(deployPayload({ name, source, clarityVersion }), { mode: 'allow' }, signing);
}

/** Serializes a deployment. */
export function deployPayload({ name, source, clarityVersion }: Pick<Deploy, 'name' | 'source' | 'clarityVersion'>): Buffer {
  const kind = clarityVersion === undefined ? [u8(DEPLOY)] : [u8(VERSIONED_DEPLOY), u8(clarityVersion)];
  const bytes = Buffer.from(source, 'latin1');
  return Buffer.concat([...kind, encodeName(name), u32(bytes.length), bytes]);
}
