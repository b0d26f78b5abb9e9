import { payableScript } from '../../bitcoin/address.js';
import { BufferValue, someOf, tupleOfEntries, UIntValue, type Value } from '../../clarity/values.js';
import { scriptRecipient } from '../../sbtc/bridge.js';
import type { Signing } from '../../stacks/signing.js';
import { signCall } from '../../stacks/signing.js';
import type { DueOrder } from './due.js';

const POX_4 = 'ST000000000000000000002AMW42H.pox-4';

export type Stacking = DueOrder & {
  signing: Signing;
  /** The private key of the signer: 64 hex digits. */
  signerKey: string;
  btcAddress: string;
  /** Micro-STX to lock, or the most that may be locked. */
  amount: bigint;
  /** The current reward cycle and Bitcoin height. */
  cycle: number;
  burnHeight: number;
};

/** Signs a `stack-stx` or `stack-extend` call, with the permission of the signer. */
export async function signStacking(stacking: Stacking): Promise<Uint8Array> {
  const { action, cycles, amount, burnHeight, signing } = stacking;
  const address = await poxAddress(stacking.btcAddress);
  const pox = tupleOfEntries([
    ['hashbytes', new BufferValue(Buffer.from(address.hash, 'hex'))],
    ['version', new BufferValue(Uint8Array.of(address.version))],
  ]);
  const permission = await permit(stacking, address);
  const args = action === 'stack' ? [uint(amount), pox, uint(burnHeight), uint(cycles)] : [uint(cycles), pox];
  const fn = action === 'stack' ? 'stack-stx' : 'stack-extend';
  return (await signCall({ contract: POX_4, fn, args: [...args, ...permission], ...signing })).bytes;
}

/** @throws DevnetError INVALID_INPUT for an address that pox-4 cannot pay */
export async function poxAddress(address: string): Promise<{ version: number; hash: string }> {
  const recipient = scriptRecipient(await payableScript(address, 'regtest', 'btc_address'));
  // `payableScript` accepts no other kinds.
  return recipient ?? { version: 0, hash: '' };
}

/** Returns the last four arguments: the signature (SIP-018, domain `pox-4-signer`), the key, the largest amount and the id. */
async function permit(
  { action, cycles, amount, cycle, burnHeight, signing: { chainId }, signerKey }: Stacking,
  { version, hash }: { version: number; hash: string },
): Promise<Value[]> {
  const { Cl, signStructuredData, privateKeyToPublic } = await import('@stacks/transactions');
  const signature = signStructuredData({
    domain: Cl.tuple({ name: Cl.stringAscii('pox-4-signer'), version: Cl.stringAscii('1.0.0'), 'chain-id': Cl.uint(chainId) }),
    message: Cl.tuple({
      'pox-addr': Cl.tuple({ version: Cl.buffer(Uint8Array.of(version)), hashbytes: Cl.bufferFromHex(hash) }),
      'reward-cycle': Cl.uint(cycle),
      topic: Cl.stringAscii(action === 'stack' ? 'stack-stx' : 'stack-extend'),
      period: Cl.uint(cycles),
      'max-amount': Cl.uint(amount),
      'auth-id': Cl.uint(burnHeight),
    }),
    privateKey: `${signerKey}01`,
  });
  const publicKey = privateKeyToPublic(`${signerKey}01`);
  const key = typeof publicKey === 'string' ? Buffer.from(publicKey, 'hex') : publicKey;
  return [
    someOf(new BufferValue(Buffer.from(signature, 'hex'))),
    new BufferValue(key),
    uint(amount),
    // A permission is used once; an account makes one call in a block.
    uint(burnHeight),
  ];
}

function uint(value: bigint | number): Value {
  return new UIntValue(BigInt(value));
}
