import type { Case } from './case.js';
import type { Difference } from './compare.js';
import { Numeral } from './json.js';
import { WITH_BAD_SIGNATURE, WITH_DEEP_TREE, WITH_HASH_TYPE, WITH_MUSIG2 } from './psbt-cases.js';
import { WITH_CONDITION } from './psbt-kinds.js';

/** A deliberate difference, and the check that recognises it. */
export type Deliberate = {
  name: string;
  reason: string;
  covers: (given: Case, difference: Difference) => boolean;
  /** Not met in every run, so that absence does not mean that it is outdated. @default false */
  sometimes?: boolean | undefined;
};

/** Keys of results that only one of the nodes has. */
export function keys(reason: string, owner: 'embedded' | 'real', methods: string[], names: string[]): Deliberate[] {
  const other = owner === 'real' ? 'embedded' : 'real';
  return names.map((name) => {
    const pattern = new RegExp(`^body\\.result(\\[\\]|\\.[0-9a-f]{64})?\\.${name}$`);
    return {
      name: `${methods.join(', ')}: ${name}`,
      reason,
      covers: ({ about }, difference) => methods.includes(about) && pattern.test(difference.path) && difference[other] === 'nothing',
    };
  });
}

/** Values of results that differ. */
function values(reason: string, method: string, paths: string[]): Deliberate[] {
  return paths.map((name) => ({
    name: `${method}: ${name}`,
    reason,
    covers: ({ about }, { path }) => about === method && path === `body.result.${name}`,
  }));
}

/** Cases, by the beginning of their titles. */
export function cases(reason: string, titles: string[], paths = /./): Deliberate[] {
  return titles.map((name) => ({ name, reason, covers: ({ title }, { path }) => title.startsWith(name) && paths.test(path) }));
}

/** Cases that have something in their titles. */
function titled(reason: string, part: string, paths = /./): Deliberate[] {
  return [{ name: part, reason, covers: ({ title }, { path }) => title.includes(part) && paths.test(path) }];
}

/** A reason of Core's for which Knots has several, each with a name of its own. */
function reason(core: string, knots: string): Deliberate {
  return {
    name: `${knots} for ${core}`,
    reason: 'Knots names more reasons than Core',
    covers: (_, { embedded, real }) => typeof embedded === 'string' && embedded.replace(core, knots) === real,
  };
}

/** Usage lines of methods with which Knots takes more arguments than Core. */
function usage(method: string, embedded: string, real: string): Deliberate {
  return {
    name: `the usage of ${method}`,
    reason: 'Knots takes more arguments',
    covers: ({ about }, difference) =>
      about === method &&
      difference.path === 'body.error.message' &&
      firstLine(difference.embedded) === `${method} ${embedded}`.trim() &&
      firstLine(difference.real) === `${method} ${real}`,
  };
}

function firstLine(value: unknown): string | undefined {
  return typeof value === 'string' ? value.split('\n')[0] : undefined;
}

const TRANSACTION_USAGE = '[{"txid":"hex","vout":n,"sequence":n},...] [{"address":amount,...},{"data":"hex"},...]';
const DESCRIPTORS_USAGE = '["",{"desc":"str","range":n or [n,n]},...]';
const ONLY_KNOTS = 'Knots adds it, Core has no such key';

/** All that is different on purpose. Each must be met, or the comparison fails, unless it comes only sometimes. */
export const DELIBERATE: Deliberate[] = [
  {
    name: 'signrawtransactionwithkey: P2SH-P2WPKH',
    reason: 'Core learns the redeem script from the key; Knots 29.5 does not',
    covers: ({ about }, { path, embedded, real }) =>
      about === 'signrawtransactionwithkey' &&
      ((path === 'body.result.complete' && embedded === true && real === false) ||
        (path === 'body.result.errors' && embedded === 'nothing') ||
        (path === 'body.result.hex' && String(embedded).includes('17160014'))),
  },
  {
    name: 'help',
    reason: 'the help has words of its own; its first line, the usage, is the same',
    covers: (_, { path, embedded, real }) =>
      path === 'body.error.message' &&
      /\n\n/.test(String(embedded)) &&
      firstLine(embedded) !== undefined &&
      firstLine(embedded) === firstLine(real),
  },
  ...cases('Knots takes every version but 2.0 for 1.0; Core has refused them since release 28', [
    ...['1.1', '3.0', '', '2'].map((version) => `HTTP: version ${JSON.stringify(version)}`),
    ...['2', '1', 'true', '[]', '{}'].map((version) => `HTTP: version ${version}`),
    'HTTP: a batch of versions that are not known',
  ]),
  ...cases('bitcoind takes some bytes for UTF-8 that are none', ['HTTP: the bytes c080 in text', 'HTTP: the bytes f4908080 in text']),
  ...cases('bitcoind answers what is no request with the id of the request before it', ['HTTP: a batch of what is no request after one']),
  ...keys(ONLY_KNOTS, 'real', ['getblockheader', 'getblock'], ['txcount', 'header_version']),
  ...keys(
    ONLY_KNOTS,
    'real',
    ['getrawmempool', 'getmempoolentry', 'getmempoolancestors', 'getmempooldescendants'],
    ['startingpriority', 'currentpriority', 'hash'],
  ),
  ...keys(ONLY_KNOTS, 'real', ['getmempoolinfo'], ['dustrelayfee', 'dustrelayfeefloor', 'dustdynamic', 'rbf_policy', 'truc_policy']),
  ...keys('Core has it since release 30', 'embedded', ['getmempoolinfo'], ['permitbaremultisig', 'maxdatacarriersize']),
  ...values('an estimate of the memory that Core would take', 'getmempoolinfo', ['usage']),
  ...keys('Core has it since release 30', 'embedded', ['getmininginfo'], ['blockmintxfee']),
  ...keys(ONLY_KNOTS, 'real', ['testmempoolaccept'], ['usage']),
  ...keys(ONLY_KNOTS, 'real', ['validateaddress'], ['error_index']),
  usage('sendrawtransaction', '"hexstring" ( maxfeerate maxburnamount )', '"hexstring" ( maxfeerate maxburnamount ["reject_reason",...] )'),
  usage('testmempoolaccept', '["rawtx",...] ( maxfeerate )', '["rawtx",...] ( maxfeerate ["reject_reason",...] )'),
  usage('getmempoolinfo', '', '( [fee_rate,...] )'),
  usage('deriveaddresses', '"descriptor" ( range )', '"descriptor" ( range options )'),
  ...cases('Knots takes further arguments, of other types', [
    'validateaddress with a second argument',
    'sendrawtransaction with a fourth argument',
  ]),
  ...cases('Knots takes a list of rejections to ignore in the place of an amount', [
    'sendrawtransaction with [] as maxfeerate',
    'sendrawtransaction with [1] as maxfeerate',
    'sendrawtransaction with [] as maxburnamount',
    'sendrawtransaction with [1] as maxburnamount',
  ]),
  ...values('the node says what it is', 'getnetworkinfo', ['version', 'subversion']),
  ...values('there is no peer-to-peer network', 'getnetworkinfo', [
    'localservices',
    'localservicesnames.length',
    'networks[].limited',
    'networks[].reachable',
  ]),
  usage('addnode', '"node" "command" ( v2transport )', '"node" "command" ( v2transport "connection_type" )'),
  ...cases('Knots takes a type of connection, too', ['addnode "127.0.0.1:1","onetry",'], /^body\.error/),
  ...cases('Knots has two names for the argument', ['prioritisetransaction "'], /^body\.error\.message$/),
  ...cases('depends on the C library of the machine', ['getmemoryinfo "mallocinfo"']),
  ...values('there is no cache of a database', 'getchainstates', [
    'chainstates[].coins_db_cache_bytes',
    'chainstates[].coins_tip_cache_bytes',
  ]),
  usage('gettxoutproof', '["txid",...] ( "blockhash" )', '["txid",...] ( "blockhash" {"prove_witness":bool,...} )'),
  usage('verifytxoutproof', '"proof"', '"proof" ( {"verify_witness":bool,...} )'),
  ...keys(ONLY_KNOTS, 'real', ['signrawtransactionwithkey'], ['fee', 'feerate']),
  ...cases('Knots verifies signatures of scripts (BIP322)', ['verifymessage "']),
  usage('createmultisig', 'nrequired ["key",...] ( "address_type" )', 'nrequired ["key",...] ( options )'),
  ...values('how often the mempool changed is counted in different ways', 'getblocktemplate', ['longpollid']),
  {
    ...usage('getblocktemplate', '', ''),
    covers: ({ about }, { path, embedded, real }) =>
      about === 'getblocktemplate' &&
      path === 'body.error.message' &&
      [embedded, real].every((text) => /^getblocktemplate \{/.test(String(text))),
  },
  usage('prioritisetransaction', '"txid" ( dummy ) fee_delta', '"txid" ( priority_delta fee_delta )'),
  ...cases('Knots has priorities still', ['prioritisetransaction with a priority']),
  ...cases('Knots adds nothing where no amount is given', ['prioritisetransaction "1111…11111111",0,null']),
  ...cases('Core asks for all parents of a package no more since release 30', ['submitpackage of parents of which one is in the mempool']),
  ...keys(ONLY_KNOTS, 'real', ['getprioritisedtransactions'], ['priority_delta']),
  ...[
    ['bad-txns-nonstandard-inputs', 'bad-txns-input-script-unknown'],
    ['bad-txns-nonstandard-inputs', 'bad-txns-input-witness-unknown'],
    ['bad-txns-nonstandard-inputs', 'bad-txns-input-scriptcheck-missing'],
    ['bad-witness-nonstandard', 'bad-witness-anchor-not-empty'],
    ['bad-witness-nonstandard', 'bad-witness-taproot-annex'],
    ['TRUC-violation', 'truc-spent-by-nontruc'],
    ['TRUC-violation', 'truc-child-toobig'],
    ['TRUC-violation', 'truc-ancestors-toomany'],
  ].map(([core, knots]) => reason(core as string, knots as string)),
  ...cases(
    'Knots holds outputs to the limits of BIP110',
    ['pubkey', 'uncompressed pubkey', 'multisig'].map((kind) => `testmempoolaccept that pays to ${kind}`),
  ),
  ...(['createpsbt', 'createrawtransaction'] as const).map((method) => ({
    ...usage(method, `${TRANSACTION_USAGE} ( locktime replaceable version )`, `${TRANSACTION_USAGE} ( locktime replaceable )`),
    reason: 'Core takes a version since release 30',
  })),
  usage('utxoupdatepsbt', `"psbt" ( ${DESCRIPTORS_USAGE} )`, `"psbt" ( ${DESCRIPTORS_USAGE} ["",...] )`),
  usage(
    'descriptorprocesspsbt',
    `"psbt" ${DESCRIPTORS_USAGE} ( "sighashtype" bip32derivs finalize )`,
    `"psbt" ${DESCRIPTORS_USAGE} ( options )`,
  ),
  ...titled('Core reads the fields of MuSig2, which Knots 29.5 has no name for', WITH_MUSIG2),
  {
    name: 'trees of scripts in PSBTs',
    reason: 'Knots holds them to the depth of BIP110',
    sometimes: true,
    covers: ({ title }, { real }) => title.includes(WITH_DEEP_TREE) || String(real).includes('greater than Taproot maximum depth'),
  },
  {
    name: 'fee rates below zero',
    reason: 'Core rounds them down since release 30, before towards zero',
    covers: ({ about }, { path, embedded, real }) =>
      about === 'analyzepsbt' && path === 'body.result.estimated_feerate' && satsOf(embedded) < 0 && satsOf(real) - satsOf(embedded) === 1,
  },
  ...titled('Core refuses signatures that are no DER since release 30', WITH_BAD_SIGNATURE),
  ...titled('Core notes where the key of rawtr comes from since release 31', 'psbt of rawtr', /psbt$|result$/),
  ...cases('Knots keeps the proprietary fields of all PSBTs, Core those of the first', ['combinepsbt of unknown fields'], /result$/),
  ...titled('Knots holds tapscripts to BIP110, which has no OP_IF', WITH_CONDITION),
  ...titled('Core holds signatures to the hash type of their input since release 30', WITH_HASH_TYPE).map((difference) => ({
    ...difference,
    covers: (...[given, found]: Parameters<Deliberate['covers']>) =>
      !['decodepsbt', 'combinepsbt'].includes(given.about) && difference.covers(given, found),
  })),
  {
    name: 'final scripts that do not spend their coin',
    reason: 'bitcoind calls that a bug of its own',
    sometimes: true,
    covers: ({ title }, { path, embedded, real }) =>
      /^descriptorprocesspsbt (mutation|vector)/.test(title) &&
      (path === 'status' ||
        (path === 'body.result' && real === null && JSON.stringify(embedded).includes('"complete":false')) ||
        (path === 'body.error' && JSON.stringify(real).includes('Internal bug detected: FinalizeAndExtractPSBT'))),
  },
  {
    name: 'hash types of the unified signature hash',
    reason: 'Knots has it, Core has not',
    sometimes: true,
    covers: (_, { path, real }) => path.endsWith('.sighash') && String(real).endsWith('|UNIFIED'),
  },
  ...cases(
    'bitcoind counts blocks with transactions that were in its mempool before, the node those with any',
    ['estimatesmartfee 1008'],
    /blocks$/,
  ),
  ...values('nothing is on disk', 'getblockchaininfo', ['size_on_disk']),
  // bitcoind writes its coins to disk at random times.
  ...values('nothing is on disk', 'gettxoutsetinfo', ['disk_size']).map((difference) => ({ ...difference, sometimes: true })),
];

/** The amount of a numeral in sats. */
function satsOf(value: unknown): number {
  return value instanceof Numeral ? Math.round(Number(value.text) * 1e8) : Number.NaN;
}
