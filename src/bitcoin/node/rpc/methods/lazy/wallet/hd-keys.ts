import { decodeBase58Check, encodeBase58Check } from '../../../../../protocol/address/encoding/base58.js';
import { REGTEST } from '../../../../../protocol/address/format.js';
import { fromHex } from '../../../../../protocol/codec/hex.js';
import { parseExtendedKey, serializeExtendedKey } from '../../../../../protocol/crypto/bip32.js';
import { parseDescriptor } from '../../../../../protocol/descriptor/parse-descriptor.js';
import { addSeed } from '../../../../wallet/keys.js';
import { descriptorOf } from '../../../../wallet/new-keys.js';
import { normalizeDescriptor } from '../../../../wallet/normalize.js';
import type { WalletDescriptor, WalletState } from '../../../../wallet/state.js';
import { ADDRESS_TYPES, addressTypeOf } from '../../../arguments/address-type.js';
import { textOf } from '../../../arguments/arguments.js';
import { optionsParameter, readMembers } from '../../../arguments/options.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { textOf as describe } from './own-script.js';
import { expectUnlocked, walletOf } from './wallet-of.js';

const KEYS_OPTIONS = { active_only: 'bool!', private: 'bool!' } as const;
const DESCRIPTOR_OPTIONS = { internal: 'bool', hdkey: 'string' } as const;

/** Extended keys of a wallet. */
export const HD_KEY_METHODS: Method[] = [
  {
    name: 'gethdkeys',
    category: 'Wallet',
    description: 'The extended keys of a wallet with their descriptors.',
    parameters: [{ ...optionsParameter(KEYS_OPTIONS, 'active_only, private.'), usage: '{"active_only":bool,"private":bool,...}' }],
    result: '[...] (array) keys',
    handler: (args, context) => {
      const view = walletOf(context);
      const options = readMembers(args.raw('options'), KEYS_OPTIONS);
      if (options['private'] === true) expectUnlocked(view);
      return hdKeys(view.state, options['active_only'] === true).map(({ xpub, xprv, descriptors }) => ({
        xpub,
        has_private: xprv !== undefined,
        xprv: options['private'] === true ? xprv : undefined,
        descriptors: descriptors
          .map(({ descriptor, active }) => ({ desc: describe(descriptor), active }))
          .sort((a, b) => (a.desc < b.desc ? -1 : 1)),
      }));
    },
  },
  {
    name: 'createwalletdescriptor',
    category: 'Wallet',
    description: "Adds the descriptors of a type of address for one of the wallet's extended keys.",
    parameters: [
      { name: 'type', type: 'string', description: ADDRESS_TYPES.join(', ') },
      { ...optionsParameter(DESCRIPTOR_OPTIONS, 'internal, hdkey.'), usage: '{"internal":bool,"hdkey":"str",...}' },
    ],
    result: '{...} (object) the descriptors',
    handler: (args, context) => {
      const view = walletOf(context);
      const type = addressTypeOf(args.string('type'));
      const { internal, hdkey } = readMembers(args.raw('options'), DESCRIPTOR_OPTIONS);
      expectUnlocked(view);
      const { state, core } = view;
      const root = privateRoot(state, hdkey === undefined ? undefined : textOf(hdkey));
      const branches = typeof internal === 'boolean' ? [internal] : [false, true];
      const missing = branches
        .map((branch) => ({ text: descriptorOf(root, type, branch), internal: branch }))
        .filter(({ text }) => !state.descriptors.has(parseDescriptor(normalizeDescriptor(text)).text));
      if (missing.length === 0) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Descriptor already exists');
      return { descs: addSeed(state, missing, core.clock.now()).map(({ descriptor }) => describe(descriptor)) };
    },
  },
];

type HdKey = { xpub: string; xprv: string | undefined; descriptors: WalletDescriptor[] };

/** Returns the extended keys that descriptors begin with, and their descriptors. */
function hdKeys(state: WalletState, activeOnly: boolean): HdKey[] {
  const found = new Map<string, HdKey>();
  for (const given of state.descriptors.values()) {
    if (activeOnly && !given.active) continue;
    for (const [key] of given.privateText.matchAll(/t(?:prv|pub)[1-9A-HJ-NP-Za-km-z]+/g)) {
      const xpub = publicText(key);
      const { xprv, descriptors } = found.get(xpub) ?? { xprv: undefined, descriptors: [] };
      found.set(xpub, { xpub, xprv: key.startsWith('tprv') ? key : xprv, descriptors: [...descriptors, given] });
    }
  }
  return [...found.values()];
}

const EXTENDED_KEY_SIZE = 78;

/** Returns the extended public key of an extended key. */
function publicText(text: string): string {
  const data = text.startsWith('tprv') ? decodeBase58Check(text, EXTENDED_KEY_SIZE) : undefined;
  const key = data && parseExtendedKey(data.slice(4), true);
  return key === undefined ? text : encodeBase58Check(Buffer.concat([fromHex(REGTEST.extendedPublicKey), serializeExtendedKey(key)]));
}

/** @param wanted an extended public key @default that of all active descriptors */
function privateRoot(state: WalletState, wanted: string | undefined): string {
  const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, message);
  const active = hdKeys(state, true);
  if (wanted === undefined && active.length !== 1) {
    throw invalid("Unable to determine which HD key to use from active descriptors. Please specify with 'hdkey'");
  }
  if (wanted !== undefined && (!wanted.startsWith('tpub') || decodeBase58Check(wanted, EXTENDED_KEY_SIZE) === undefined)) {
    throw invalid('Unable to parse HD key. Please provide a valid xpub');
  }
  const xpub = wanted ?? active[0]?.xpub ?? '';
  const key = hdKeys(state, false).find((each) => each.xpub === xpub)?.xprv;
  if (key === undefined) throw invalid(`Private key for ${xpub} is not known`);
  return key;
}
