import { decodeAddress } from '../../../../../protocol/address/address.js';
import { decodeWif } from '../../../../../protocol/address/encoding/wif.js';
import { equalBytes } from '../../../../../protocol/codec/hex.js';
import { hash160 } from '../../../../../protocol/crypto/hash.js';
import { recoverMessageKey, signMessage } from '../../../../../protocol/crypto/message.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Signed texts. */
export const MESSAGE_METHODS: Method[] = [
  {
    name: 'signmessagewithprivkey',
    category: 'Util',
    description: 'Signs a text with a private key.',
    parameters: [
      { name: 'privkey', type: 'string', description: 'The key in wallet import format.' },
      { name: 'message', type: 'string', description: 'The text.' },
    ],
    result: '"str" (string) the signature in base 64',
    handler: (args) => {
      const key = decodeWif(args.string('privkey'));
      const message = args.string('message');
      if (key === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid private key');
      return Buffer.from(signMessage(message, key.privateKey, key.compressed)).toString('base64');
    },
  },
  {
    name: 'verifymessage',
    category: 'Util',
    description: 'Checks whether the key of a P2PKH address signed a text.',
    parameters: [
      { name: 'address', type: 'string', description: 'The address.' },
      { name: 'signature', type: 'string', description: 'The signature in base 64.' },
      { name: 'message', type: 'string', description: 'The text.' },
    ],
    result: 'true|false (boolean)',
    handler: (args) => {
      const decoded = decodeAddress(args.string('address'));
      const [signature, message] = [args.string('signature'), args.string('message')];
      if ('error' in decoded) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid address');
      const pattern = matchScript(decoded.scriptPubKey);
      if (pattern.type !== 'pubkeyhash') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Address does not refer to key');
      if (!BASE64.test(signature)) throw new RpcError(RPC_CODE.TYPE_ERROR, 'Malformed base64 encoding');
      const key = recoverMessageKey(message, new Uint8Array(Buffer.from(signature, 'base64')));
      return key !== undefined && equalBytes(hash160(key), pattern.hash);
    },
  },
];
