import { cases, type Deliberate, keys } from '../../rpc/real/differences.js';

const ONLY_KNOTS = 'Knots adds it, Core has no such key';

/** The deliberate differences of wallets, each with its reason. */
export const WALLET_DIFFERENCES: Deliberate[] = [
  {
    name: 'help',
    reason: 'the help has words of its own',
    covers: (_, { path, embedded }) => path === 'body.error.message' && String(embedded).includes('\n\nResult:\n'),
  },
  {
    name: 'paths',
    reason: 'wallets are in memory: a name stands in the place of a path',
    covers: (_, { path, embedded, real }) =>
      path === 'body.error.message' && String(real).replace(/\/[^' ]*\/wallets\//g, '') === String(embedded),
  },
  ...keys(ONLY_KNOTS, 'real', ['getaddressinfo'], ['isactive', 'use_txids']),
  ...keys(ONLY_KNOTS, 'real', ['getwalletinfo'], ['mintxfee']),
  ...keys('Core 30 adds it, Knots 29.5 has no such key', 'embedded', ['getwalletinfo'], ['flags']),
  ...cases('Core 30 always lists warnings, Knots 29.5 only if there are some', ['listwalletdir'], /warnings$/),
  {
    name: 'in_mempool',
    reason: ONLY_KNOTS,
    covers: (_, { path, embedded }) => path.endsWith('.in_mempool') && embedded === 'nothing',
  },
  {
    name: 'parent_descs',
    reason: 'Core 30 shows descriptors with hardened steps in the origin, as listdescriptors; Knots 29.5 as they were given',
    covers: (_, { path, embedded }) => /\.parent_descs?(\[\])?$/.test(path) && /[(,]\[/.test(String(embedded)),
  },
  ...cases('Core signs for P2PKH only; Knots 29.5 for other addresses, too', ['w: signmessage "bcrt1q7f0pjwhc3']),
  ...cases('Core 30 does not look at options that have no effect', ['w: simulaterawtransaction with {"other":1']),
  ...cases('Core 30 has no wallets without descriptors', ['createwallet "n",false,false,"",false,false']),
  {
    name: 'the place of the change in replacements',
    reason: 'it is random',
    covers: ({ about }, { path }) =>
      (about === 'bumpfee' && path === 'body.result.txid') || (about === 'psbtbumpfee' && path === 'body.result.psbt'),
  },
  ...cases('the hash type of the field, which Core 30 sets', ['w: walletprocesspsbt'], /^body\.result\.psbt$/),
  ...cases('the flag avoid_reuse changes nothing else', ['r: getbalances'], /used$/),
  ...cases('bitcoind refills its keys at other times', ['w: getwalletinfo'], /keypoolsize/),
  ...cases('it names the transaction of the case before', ['w: bumpfee again'], /message$/),
  ...cases('Knots refuses to replace payments that do not signal it; Core does not', ['w: bumpfee of a coinbase']),
  ...cases(
    'Core makes change of type bech32m for a recipient of another kind; Knots makes bech32',
    ['w: psbtbumpfee with outputs'],
    /^body\.result\.fee$/,
  ),
  {
    name: 'importdescriptors: the range',
    reason: 'Core 30 names the descriptor, and gives another code',
    covers: ({ about }, { path, embedded, real }) =>
      about === 'importdescriptors' &&
      ((path.endsWith('.error.code') && JSON.stringify([embedded, real]) === '[{"numeral":"-4"},{"numeral":"-8"}]') ||
        (path.endsWith('.error.message') &&
          String(embedded).startsWith('Could not add descriptor') &&
          String(embedded).endsWith(`: ${real}`))),
  },
  {
    name: 'walletcreatefundedpsbt: no coin',
    reason: 'Core 30 writes zero as a word',
    covers: (_, { path, embedded, real }) => path === 'body.error.message' && String(embedded).replaceAll('non-zero', 'non-0') === real,
  },
  ...cases('Core 30.99 shows the private keys that there are', ['d12: listdescriptors true']),
  ...cases('Core 30.99 shows all hardened steps alike, Knots 29.5 not those in scripts of taproot', ['i: listdescriptors '], /desc$/),
  ...cases('Core notes where the key of rawtr comes from since release 31', ['d4: walletcreatefundedpsbt'], /psbt$/),
  ...cases('Core 30 refuses it in every watch-only wallet', ['watch: listdescriptors true']),
];
