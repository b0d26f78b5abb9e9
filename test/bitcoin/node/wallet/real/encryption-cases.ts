import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, calls } from '../../rpc/real/case.js';
import { on } from './world.js';

/** Encryption of a new wallet: errors, and what a locked wallet does. */
export function encryptionCases(): Case[] {
  return [
    call('createwallet', ['locked']),
    ...calls('walletpassphrase', [['x', 1]]),
    ...calls('walletpassphrasechange', [['x', 'y']]),
    ...calls('walletlock', [[]]),
    ...calls('encryptwallet', [[''], [], [1], ['secret'], ['secret']]),
    call('getnewaddress', [], 'types'),
    call('getwalletinfo', [], 'types'),
    ...calls('sendtoaddress', [
      [TRUE_ADDRESS, 1],
      ['nope', 1],
    ]),
    ...calls('signrawtransactionwithwallet', [['00'], ['02000000000100e1f505000000000000000000']]),
    ...calls('listdescriptors', [[true]]),
    ...calls('importdescriptors', [[[]], [[{ desc: 'x', timestamp: 'now' }]]]),
    ...calls('keypoolrefill', [[]]),
    ...calls('signmessage', [[TRUE_ADDRESS, 'x']]),
    ...calls('gethdkeys', [[{ private: true }]]),
    ...calls('createwalletdescriptor', [['bech32']]),
    ...calls('bumpfee', [['00'.repeat(32)]]),
    ...calls('walletpassphrase', [['wrong', 10], ['', 10], ['secret', -1], ['secret', 'x'], ['secret'], ['secret', 1000]]),
    ...calls('sendtoaddress', [[TRUE_ADDRESS, 1]]),
    ...calls('walletpassphrasechange', [
      ['wrong', 'x'],
      ['secret', ''],
      ['secret', 'other'],
    ]),
    ...calls('walletpassphrase', [
      ['secret', 10],
      ['other', 1000],
    ]),
    ...calls('walletlock', [[], []]),
    ...calls('sendtoaddress', [[TRUE_ADDRESS, 1]]),
  ].map((each) => on('locked', each));
}
