import { addressHint, checkAddressText } from '../../../base/address-hint.js';
import { invalid } from '../../../base/error.js';
import { isXOnlyKey } from '../crypto/key.js';
import { matchScript } from '../script/pattern.js';
import { decodeAddress } from './address.js';
import { REGTEST } from './format.js';

type Network = { bech32: string; pubKeyHash: number; scriptHash: number; wif: number; kinds: string; name: string };

const TEST = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, kinds: 'm…, n…, 2… or tb1…' };
/** Address prefixes by Core's name of the chain. */
const NETWORKS: Record<string, Network> = {
  regtest: { ...TEST, bech32: 'bcrt', kinds: 'm…, n…, 2… or bcrt1…', name: 'regtest' },
  signet: { ...TEST, name: 'signet' },
  test: { ...TEST, name: 'testnet' },
  testnet4: { ...TEST, name: 'testnet' },
};

/** Only of keys: nothing here pays to an address of mainnet. */
const MAIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };

/**
 * Returns the output script of an address on the given chain: P2PKH, P2SH, P2WPKH, P2WSH, or P2TR with a key on the curve.
 * @param chain Core's name, as in `getblockchaininfo`; never `main`
 * @throws DevnetError INVALID_INPUT
 */
export async function payableScript(address: string, chain: string, field = 'address'): Promise<Uint8Array> {
  const network = networkOf(chain);
  const expected = `a Bitcoin ${network.name} address (${network.kinds})`;
  checkAddressText(address, 'btc', expected, field);
  const decoded = decodeAddress(address, { ...REGTEST, bech32: network.bech32 });
  // Core ignores white space around base58. Here it is a mistake of the caller.
  const plain = !/\s/.test(address);
  if (plain && 'scriptPubKey' in decoded && isPayable(decoded.scriptPubKey)) return decoded.scriptPubKey;
  throw invalid(field, expected, address, addressHint(address, 'btc') ?? networkHint(address));
}

/** Anyone can spend coins of a witness program without rules, and no one can spend those of a point off the curve. */
function isPayable(script: Uint8Array): boolean {
  const pattern = matchScript(script);
  if (pattern.type === 'witness_v1_taproot') return isXOnlyKey(pattern.program);
  return pattern.type !== 'witness_unknown' && pattern.type !== 'anchor';
}

/** Returns the P2WPKH address of a private key. @param privateKey 64 hex digits */
export async function p2wpkhAddress(privateKey: string, chain: string): Promise<string> {
  return (await keyAddresses(privateKey, chain)).p2wpkh;
}

/** Returns a private key's address of each type; `p2tr` is the key path of BIP86. @param privateKey 64 hex digits */
export async function keyAddresses(
  privateKey: string,
  chain: string,
): Promise<{ p2pkh: string; p2wpkh: string; 'p2sh-p2wpkh': string; p2tr: string }> {
  const [{ p2pkh, p2sh, p2tr, p2wpkh }, { pubECDSA }] = await Promise.all([
    import('@scure/btc-signer'),
    import('@scure/btc-signer/utils.js'),
  ]);
  const network = chain === 'main' ? MAIN : networkOf(chain);
  // No Buffer: in a component test, the library knows the class of the window only.
  const publicKey = pubECDSA(new Uint8Array(Buffer.from(privateKey, 'hex')));
  return {
    p2pkh: text(p2pkh(publicKey, network).address),
    p2wpkh: text(p2wpkh(publicKey, network).address),
    'p2sh-p2wpkh': text(p2sh(p2wpkh(publicKey, network), network).address),
    p2tr: text(p2tr(publicKey.subarray(1), undefined, network).address),
  };
}

function text(address: string | undefined): string {
  if (address === undefined) throw new TypeError('the payment type has no address');
  return address;
}

function networkOf(chain: string): Network {
  const network = NETWORKS[chain];
  if (network === undefined) throw invalid('chain', 'regtest, signet, test or testnet4', chain);
  return network;
}

function networkHint(address: string): string | undefined {
  if (/^tb1/i.test(address)) return 'tb1… is an address of signet or testnet.';
  if (/^bcrt1/i.test(address)) return 'The address is mistyped, or it is no payment address.';
  if (/^(?:bc1|[13])/i.test(address)) return 'This looks like a mainnet address.';
  return undefined;
}
