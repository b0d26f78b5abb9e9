import { createPassphrase, isPassphrase, type Passphrase } from '../../../../wallet/encryption.js';
import { addSeed, topUpAll } from '../../../../wallet/keys.js';
import { newDescriptors } from '../../../../wallet/new-keys.js';
import type { WalletState } from '../../../../wallet/state.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { walletOf } from './wallet-of.js';

const PASSPHRASE: Parameter = { name: 'passphrase', type: 'string', description: 'The passphrase.' };
/** About three years, in seconds. */
const LONGEST_UNLOCK = 100_000_000;

/** Passphrases of wallets. */
export const ENCRYPTION_METHODS: Method[] = [
  {
    name: 'encryptwallet',
    category: 'Wallet',
    description: 'Protects the keys of a wallet by a passphrase, and adds new keys.',
    parameters: [PASSPHRASE],
    result: '"str" (string) what to do next',
    handler: (args, context) => {
      const { state, core } = walletOf(context);
      if (!state.privateKeys) {
        throw new RpcError(RPC_CODE.WALLET_ENCRYPTION_FAILED, 'Error: wallet does not contain private keys, nothing to encrypt.');
      }
      if (state.passphrase !== undefined) {
        const message = 'Error: running with an encrypted wallet, but encryptwallet was called.';
        throw new RpcError(RPC_CODE.WALLET_WRONG_ENC_STATE, message);
      }
      state.passphrase = createPassphrase(notEmpty(args.string('passphrase')));
      if (!state.blank) addSeed(state, newDescriptors(), core.clock.now());
      const news = 'wallet encrypted; The keypool has been flushed and a new HD seed was generated.';
      return `${news} You need to make a new backup with the backupwallet RPC.`;
    },
  },
  {
    name: 'walletpassphrase',
    category: 'Wallet',
    description: 'Lets a wallet sign for a time.',
    parameters: [PASSPHRASE, { name: 'timeout', type: 'numeric', description: 'Seconds of the machine, at most 100,000,000.' }],
    result: 'null',
    handler: async (args, context) => {
      const { state, core } = walletOf(context);
      const known = passphraseOf(state, 'walletpassphrase');
      const seconds = Math.min(args.integer('timeout'), LONGEST_UNLOCK);
      if (seconds < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Timeout cannot be negative.');
      expectPassphrase(known, notEmpty(args.string('passphrase')), 'wallet passphrase');
      state.unlocked = { deadline: performance.now() + seconds * 1000, until: core.clock.now() + seconds };
      await topUpAll(state);
      return null;
    },
  },
  {
    name: 'walletpassphrasechange',
    category: 'Wallet',
    description: 'Changes the passphrase of a wallet.',
    parameters: [
      { name: 'oldpassphrase', type: 'string', description: 'The passphrase until now.' },
      { name: 'newpassphrase', type: 'string', description: 'The passphrase from now on.' },
    ],
    result: 'null',
    handler: (args, context) => {
      const { state } = walletOf(context);
      const known = passphraseOf(state, 'walletpassphrasechange');
      const [before, after] = [notEmpty(args.string('oldpassphrase')), notEmpty(args.string('newpassphrase'))];
      expectPassphrase(known, before, 'old wallet passphrase');
      state.passphrase = createPassphrase(after);
      return null;
    },
  },
  {
    name: 'walletlock',
    category: 'Wallet',
    description: 'Makes a wallet need its passphrase again.',
    parameters: [],
    result: 'null',
    handler: (_, context) => {
      const { state } = walletOf(context);
      passphraseOf(state, 'walletlock');
      state.unlocked = undefined;
      return null;
    },
  },
];

function passphraseOf({ passphrase }: WalletState, method: string): Passphrase {
  if (passphrase !== undefined) return passphrase;
  const message = `Error: running with an unencrypted wallet, but ${method} was called.`;
  throw new RpcError(RPC_CODE.WALLET_WRONG_ENC_STATE, message);
}

function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'passphrase cannot be empty');
}

function expectPassphrase(known: Passphrase, text: string, name: string): void {
  if (isPassphrase(known, text)) return;
  const hint = 'It contains a null character (ie - a zero byte). Try again with only the characters up to the first null character.';
  const message = text.includes('\0')
    ? `Error: The ${name} entered is incorrect. ${hint}`
    : 'Error: The wallet passphrase entered was incorrect.';
  throw new RpcError(RPC_CODE.WALLET_PASSPHRASE_INCORRECT, message);
}
