import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, hex, type RpcNode, startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

const HEX_64 = expect.stringMatching(/^[0-9a-f]{64}$/);
const SCRIPT_HEX = Buffer.from(TRUE_SCRIPT).toString('hex');
const UNKNOWN = '11'.repeat(32);

let rpc: RpcNode;
let hashes: string[];
let coinbases: string[];
let parent: string;
let child: string;
let parentRaw: string;
beforeAll(async () => {
  rpc = await startRpcNode();
  hashes = [await rpc.call('getblockhash', 0), ...(await rpc.call('generatetoaddress', 110, TRUE_ADDRESS))];
  coinbases = [];
  for (const hash of hashes) coinbases.push((await rpc.call('getblock', hash)).tx[0]);
  parentRaw = rawTx({ inputs: [{ txid: coinbases[1]! }], outputs: [{ value: 20n * COIN }, { value: 30n * COIN - 1_000n }] });
  parent = await rpc.call('sendrawtransaction', parentRaw);
  child = await rpc.call('sendrawtransaction', rawTx({ inputs: [{ txid: parent }], outputs: [{ value: 20n * COIN - 2_000n }] }));
});
afterAll(() => rpc[Symbol.asyncDispose]());

/** Answers as bitcoind 30 gives them, key by key. */
describe('behavior: the answer of', () => {
  const HEADER = {
    hash: HEX_64,
    confirmations: expect.any(Number),
    height: expect.any(Number),
    version: 0x20000000,
    versionHex: '20000000',
    merkleroot: HEX_64,
    time: expect.any(Number),
    mediantime: expect.any(Number),
    nonce: expect.any(Number),
    bits: '207fffff',
    target: '7fffff0000000000000000000000000000000000000000000000000000000000',
    difficulty: 4.656542373906925e-10,
    chainwork: HEX_64,
    nTx: expect.any(Number),
  };
  const SCRIPT = {
    asm: `0 ${SCRIPT_HEX.slice(4)}`,
    desc: expect.stringMatching(new RegExp(`^addr\\(${TRUE_ADDRESS}\\)#[a-z0-9]{8}$`)),
    hex: SCRIPT_HEX,
    address: TRUE_ADDRESS,
    type: 'witness_v0_scripthash',
  };
  const ENTRY = {
    vsize: expect.any(Number),
    weight: expect.any(Number),
    time: expect.any(Number),
    height: 110,
    descendantcount: 1,
    descendantsize: expect.any(Number),
    ancestorcount: 2,
    ancestorsize: expect.any(Number),
    wtxid: HEX_64,
    fees: { base: 0.00002, modified: 0.00002, ancestor: 0.00003, descendant: 0.00002 },
    'bip125-replaceable': true,
    unbroadcast: true,
  };

  test.each<{ method: string; params?: () => unknown[]; answer: () => Answer }>([
    { method: 'getblockcount', answer: () => 110 },
    { method: 'getbestblockhash', answer: () => hashes[110] },
    { method: 'getblockhash', params: () => [5], answer: () => hashes[5] },
    {
      method: 'getblockchaininfo',
      answer: () => ({
        chain: 'regtest',
        blocks: 110,
        headers: 110,
        bestblockhash: hashes[110],
        bits: HEADER.bits,
        target: HEADER.target,
        difficulty: HEADER.difficulty,
        time: 1_767_225_600 + 110 * 600,
        mediantime: 1_767_225_600 + 105 * 600,
        verificationprogress: 1,
        initialblockdownload: false,
        chainwork: (2 * 111).toString(16).padStart(64, '0'),
        size_on_disk: 0,
        pruned: false,
        warnings: [],
      }),
    },
    {
      method: 'getblockheader',
      params: () => [hashes[5]],
      answer: () => ({
        ...HEADER,
        hash: hashes[5],
        height: 5,
        confirmations: 106,
        nTx: 1,
        previousblockhash: hashes[4],
        nextblockhash: hashes[6],
      }),
    },
    { method: 'getblockheader', params: () => [hashes[5], false], answer: () => expect.stringMatching(/^00000020[0-9a-f]{152}$/) },
    { method: 'getblock', params: () => [hashes[5], 0], answer: () => expect.stringMatching(/^00000020[0-9a-f]+$/) },
    { method: 'getblock', params: () => [hashes[5], false], answer: () => expect.stringMatching(/^00000020[0-9a-f]+$/) },
    {
      method: 'getblock',
      params: () => [hashes[110]],
      answer: () => ({
        ...HEADER,
        strippedsize: expect.any(Number),
        size: expect.any(Number),
        weight: expect.any(Number),
        tx: [coinbases[110]],
        previousblockhash: hashes[109],
      }),
    },
    {
      method: 'getblock',
      params: () => [hashes[110], 2],
      answer: () => expect.objectContaining({ tx: [expect.objectContaining({ txid: coinbases[110], hex: expect.any(String) })] }),
    },
    {
      method: 'getrawtransaction',
      params: () => [coinbases[1], 1],
      answer: () => ({
        txid: coinbases[1],
        hash: HEX_64,
        version: 2,
        size: expect.any(Number),
        vsize: expect.any(Number),
        weight: expect.any(Number),
        locktime: 0,
        vin: [{ coinbase: '5100', txinwitness: ['00'.repeat(32)], sequence: 0xfffffffe }],
        vout: [
          { value: 50, n: 0, scriptPubKey: SCRIPT },
          {
            value: 0,
            n: 1,
            scriptPubKey: {
              asm: expect.stringMatching(/^OP_RETURN aa21a9ed/),
              desc: expect.stringMatching(/^raw\(/),
              hex: expect.any(String),
              type: 'nulldata',
            },
          },
        ],
        hex: expect.any(String),
        blockhash: hashes[1],
        confirmations: 110,
        time: expect.any(Number),
        blocktime: expect.any(Number),
      }),
    },
    { method: 'getrawtransaction', params: () => [parent], answer: () => parentRaw },
    { method: 'getrawtransaction', params: () => [parent, false], answer: () => parentRaw },
    {
      method: 'getrawtransaction',
      params: () => [coinbases[1], true, hashes[1]],
      answer: () => expect.objectContaining({ in_active_chain: true, txid: coinbases[1] }),
    },
    {
      method: 'decoderawtransaction',
      params: () => [parentRaw],
      answer: () => ({
        txid: parent,
        hash: HEX_64,
        version: 2,
        size: expect.any(Number),
        vsize: expect.any(Number),
        weight: expect.any(Number),
        locktime: 0,
        vin: [{ txid: coinbases[1], vout: 0, scriptSig: { asm: '', hex: '' }, txinwitness: ['51'], sequence: 0xfffffffd }],
        vout: [
          { value: 20, n: 0, scriptPubKey: SCRIPT },
          { value: 29.99999, n: 1, scriptPubKey: SCRIPT },
        ],
      }),
    },
    { method: 'getrawmempool', answer: () => [parent, child] },
    { method: 'getrawmempool', params: () => [false, true], answer: () => ({ txids: [parent, child], mempool_sequence: 3 }) },
    {
      method: 'getrawmempool',
      params: () => [true],
      answer: () => expect.objectContaining({ [child]: { ...ENTRY, depends: [parent], spentby: [] } }),
    },
    { method: 'getmempoolentry', params: () => [child], answer: () => ({ ...ENTRY, depends: [parent], spentby: [] }) },
    { method: 'getmempoolancestors', params: () => [child], answer: () => [parent] },
    {
      method: 'getmempooldescendants',
      params: () => [parent, true],
      answer: () => ({ [child]: { ...ENTRY, depends: [parent], spentby: [] } }),
    },
    {
      method: 'getmempoolinfo',
      answer: () => ({
        loaded: true,
        size: 2,
        bytes: expect.any(Number),
        usage: expect.any(Number),
        total_fee: 0.00003,
        maxmempool: 300_000_000,
        mempoolminfee: 0.000001,
        minrelaytxfee: 0.000001,
        incrementalrelayfee: 0.000001,
        unbroadcastcount: 2,
        fullrbf: true,
        permitbaremultisig: true,
        maxdatacarriersize: 100_000,
      }),
    },
    { method: 'gettxout', params: () => [coinbases[1], 0], answer: () => null },
    {
      method: 'gettxout',
      params: () => [coinbases[1], 0, false],
      answer: () => ({ bestblock: hashes[110], confirmations: 110, value: 50, scriptPubKey: SCRIPT, coinbase: true }),
    },
    {
      method: 'gettxout',
      params: () => [child, 0],
      answer: () => ({ bestblock: hashes[110], confirmations: 0, value: 19.99998, scriptPubKey: SCRIPT, coinbase: false }),
    },
    { method: 'gettxout', params: () => [child, 0, false], answer: () => null },
    { method: 'gettxout', params: () => [UNKNOWN, 0], answer: () => null },
    { method: 'gettxoutsetinfo', answer: () => expect.objectContaining({ txouts: 110, hash_serialized_3: HEX_64 }) },
    {
      method: 'gettxspendingprevout',
      params: () => [[coinbases[1], coinbases[2]].map((txid) => ({ txid, vout: 0 }))],
      answer: () => [
        { txid: coinbases[1], vout: 0, spendingtxid: parent },
        { txid: coinbases[2], vout: 0 },
      ],
    },
    {
      method: 'gettxoutsetinfo',
      params: () => ['none'],
      answer: () => ({
        height: 110,
        bestblock: hashes[110],
        txouts: 110,
        bogosize: 110 * 84,
        total_amount: 5500,
        transactions: 110,
        disk_size: 0,
      }),
    },
    {
      method: 'scantxoutset',
      params: () => ['start', [`addr(${TRUE_ADDRESS})`]],
      answer: () => ({
        success: true,
        txouts: 110,
        height: 110,
        bestblock: hashes[110],
        unspents: expect.arrayContaining([
          {
            txid: coinbases[7],
            vout: 0,
            scriptPubKey: SCRIPT_HEX,
            desc: SCRIPT.desc,
            amount: 50,
            coinbase: true,
            height: 7,
            blockhash: hashes[7],
            confirmations: 104,
          },
        ]),
        total_amount: 5500,
      }),
    },
    {
      method: 'scantxoutset',
      params: () => [
        'start',
        [
          { desc: `raw(${SCRIPT_HEX})` },
          'raw(51)',
          'wpkh(tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B/*)',
        ],
      ],
      answer: () => expect.objectContaining({ success: true, total_amount: 5500 }),
    },
    {
      method: 'scantxoutset',
      params: () => ['start', ['raw(51)']],
      answer: () => expect.objectContaining({ unspents: [], total_amount: 0 }),
    },
    { method: 'scantxoutset', params: () => ['status'], answer: () => null },
    { method: 'scantxoutset', params: () => ['abort'], answer: () => false },
    {
      method: 'validateaddress',
      params: () => [TRUE_ADDRESS],
      answer: () => ({
        isvalid: true,
        address: TRUE_ADDRESS,
        scriptPubKey: SCRIPT_HEX,
        isscript: true,
        iswitness: true,
        witness_version: 0,
        witness_program: SCRIPT_HEX.slice(4),
      }),
    },
    {
      method: 'validateaddress',
      params: () => ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
      answer: () => ({
        isvalid: true,
        address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
        scriptPubKey: expect.stringMatching(/^76a914/),
        isscript: false,
        iswitness: false,
      }),
    },
    {
      method: 'validateaddress',
      params: () => ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      answer: () => ({ isvalid: false, error_locations: [], error: 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.' }),
    },
    {
      method: 'getdescriptorinfo',
      params: () => [`addr(${TRUE_ADDRESS})`],
      answer: () => ({
        descriptor: SCRIPT.desc,
        checksum: expect.stringMatching(/^[a-z0-9]{8}$/),
        isrange: false,
        issolvable: false,
        hasprivatekeys: false,
      }),
    },
    {
      method: 'getmininginfo',
      answer: () => ({
        blocks: 110,
        currentblockweight: 8000,
        currentblocktx: 0,
        bits: HEADER.bits,
        difficulty: HEADER.difficulty,
        target: HEADER.target,
        networkhashps: expect.any(Number),
        pooledtx: 2,
        blockmintxfee: 0.00000001,
        chain: 'regtest',
        next: { height: 111, bits: HEADER.bits, difficulty: HEADER.difficulty, target: HEADER.target },
        warnings: [],
      }),
    },
    {
      method: 'getnetworkinfo',
      answer: () => ({
        version: 300_000,
        subversion: '/Satoshi:30.0.0/stacks-devnet:0.1.0(embedded)/',
        protocolversion: 70016,
        localservices: '0000000000000000',
        localservicesnames: [],
        localrelay: true,
        timeoffset: 0,
        networkactive: true,
        connections: 0,
        connections_in: 0,
        connections_out: 0,
        networks: ['ipv4', 'ipv6', 'onion', 'i2p', 'cjdns'].map((name) => ({
          name,
          limited: true,
          reachable: false,
          proxy: '',
          proxy_randomize_credentials: false,
        })),
        relayfee: 0.000001,
        incrementalfee: 0.000001,
        localaddresses: [],
        warnings: [],
      }),
    },
    { method: 'getnetworkhashps', params: () => [10, 50], answer: () => 0.003333333333333334 },
    { method: 'getnettotals', answer: () => expect.objectContaining({ totalbytesrecv: 0, totalbytessent: 0 }) },
    {
      method: 'getblockstats',
      params: () => [110, ['txs', 'height', 'subsidy', 'utxo_size_inc_actual']],
      answer: () => ({ height: 110, subsidy: 5_000_000_000, txs: 1, utxo_size_inc_actual: 84 }),
    },
    {
      method: 'decodescript',
      params: () => ['51'],
      answer: () => ({
        asm: '1',
        desc: 'raw(51)#8lvh9jxk',
        type: 'nonstandard',
        p2sh: '2ND8PB9RrfCaAcjfjP1Y6nAgFd9zWHYX4DN',
        segwit: { ...SCRIPT, 'p2sh-segwit': '2N3i4C56DiqfpdcAJsAdZd2xYpCQMRAroye' },
      }),
    },
    {
      method: 'createrawtransaction',
      params: () => [[{ txid: UNKNOWN, vout: 1 }], [{ [TRUE_ADDRESS]: '0.5' }, { data: '00ff' }], 7, false],
      answer: () => `0200000001${UNKNOWN}0100000000feffffff0280f0fa020000000022${SCRIPT_HEX}0000000000000000046a0200ff07000000`,
    },
    { method: 'getconnectioncount', answer: () => 0 },
    { method: 'getpeerinfo', answer: () => [] },
    { method: 'getindexinfo', answer: () => ({ txindex: { synced: true, best_block_height: 110 } }) },
    { method: 'getindexinfo', params: () => ['coinstatsindex'], answer: () => ({}) },
    { method: 'getchaintips', answer: () => [{ height: 110, hash: hashes[110], branchlen: 0, status: 'active' }] },
    {
      method: 'estimatesmartfee',
      params: () => [6, 'CONSERVATIVE'],
      answer: () => ({ errors: ['Insufficient data or no feerate found'], blocks: 0 }),
    },
    { method: 'uptime', answer: () => expect.any(Number) },
    { method: 'help', params: () => ['getblockhash'], answer: () => expect.stringMatching(/^getblockhash height\n/) },
    { method: 'help', params: () => ['nope'], answer: () => 'help: unknown command: nope' },
    { method: 'help', answer: () => expect.stringContaining('== Blockchain ==\ngetbestblockhash\n') },
  ])('$method', async ({ method, params = () => [], answer }) => {
    expect(await rpc.call(method, ...params())).toEqual(answer());
  });
});

describe('error:', () => {
  const height = (n: number) => hashes[n] as string;
  test.each<{ method: string; params: () => unknown[]; code: number; message: unknown }>([
    { method: 'getblockhash', params: () => [111], code: -8, message: 'Block height out of range' },
    { method: 'getblockhash', params: () => [-1], code: -8, message: 'Block height out of range' },
    { method: 'getblock', params: () => [UNKNOWN], code: -5, message: 'Block not found' },
    {
      method: 'getblock',
      params: () => ['zz'.repeat(32)],
      code: -8,
      message: `blockhash must be hexadecimal string (not '${'zz'.repeat(32)}')`,
    },
    { method: 'getblock', params: () => [height(1), 'x'], code: -3, message: 'JSON value of type string is not of expected type number' },
    { method: 'getblockheader', params: () => ['00'], code: -8, message: "hash must be of length 64 (not 2, for '00')" },
    {
      method: 'getrawtransaction',
      params: () => [coinbases[0]],
      code: -5,
      message: 'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    },
    { method: 'getrawtransaction', params: () => ['0'], code: -8, message: "parameter 1 must be of length 64 (not 1, for '0')" },
    {
      method: 'getrawtransaction',
      params: () => [UNKNOWN],
      code: -5,
      message: 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
    },
    { method: 'getrawtransaction', params: () => [UNKNOWN, 0, UNKNOWN], code: -5, message: 'Block hash not found' },
    {
      method: 'getrawtransaction',
      params: () => [parent, 0, height(1)],
      code: -5,
      message: 'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
    },
    { method: 'decoderawtransaction', params: () => ['00'], code: -22, message: 'TX decode failed' },
    { method: 'decoderawtransaction', params: () => ['xyz'], code: -22, message: 'TX decode failed' },
    { method: 'decoderawtransaction', params: () => [parentRaw, false], code: -22, message: 'TX decode failed' },
    {
      method: 'sendrawtransaction',
      params: () => ['00'],
      code: -22,
      message: 'TX decode failed. Make sure the tx has at least one input.',
    },
    {
      method: 'sendrawtransaction',
      params: () => [rawTx({ inputs: [{ txid: UNKNOWN }], outputs: [{ value: 1_000n }] })],
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
    },
    {
      method: 'sendrawtransaction',
      params: () => [rawTx({ inputs: [{ txid: coinbases[2]! }], outputs: [{ value: 50n * COIN - 10_000_000n }] })],
      code: -25,
      message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    },
    {
      method: 'sendrawtransaction',
      params: () => [rawTx({ inputs: [{ txid: coinbases[2]! }], outputs: [{ value: 50n * COIN - 1_000n }] }), '0.00001'],
      code: -25,
      message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    },
    {
      method: 'sendrawtransaction',
      params: () => [parentRaw, 1],
      code: -8,
      message: 'Fee rates larger than or equal to 1BTC/kvB are not accepted',
    },
    { method: 'sendrawtransaction', params: () => [parentRaw, -1], code: -3, message: 'Amount out of range' },
    { method: 'sendrawtransaction', params: () => [parentRaw, '0.000000001'], code: -3, message: 'Invalid amount' },
    { method: 'sendrawtransaction', params: () => [parentRaw, true], code: -3, message: 'Amount is not a number or string' },
    {
      method: 'sendrawtransaction',
      params: () => [rawTx({ inputs: [{ txid: coinbases[2]! }], outputs: [{ value: 2n, scriptPubKey: hex('6a0101') }] }), 0, 0.00000001],
      code: -25,
      message: 'Unspendable output exceeds maximum configured by user (maxburnamount)',
    },
    { method: 'testmempoolaccept', params: () => [[]], code: -8, message: 'Array must contain between 1 and 25 transactions.' },
    {
      method: 'testmempoolaccept',
      params: () => [['00']],
      code: -22,
      message: 'TX decode failed: 00 Make sure the tx has at least one input.',
    },
    { method: 'getmempoolentry', params: () => [UNKNOWN], code: -5, message: 'Transaction not in mempool' },
    { method: 'getrawmempool', params: () => [true, true], code: -8, message: 'Verbose results cannot contain mempool sequence values.' },
    { method: 'gettxspendingprevout', params: () => [[]], code: -8, message: 'Invalid parameter, outputs are missing' },
    { method: 'gettxspendingprevout', params: () => [[{ txid: UNKNOWN }]], code: -3, message: 'Missing vout' },
    {
      method: 'gettxspendingprevout',
      params: () => [[{ txid: UNKNOWN, vout: -1 }]],
      code: -8,
      message: 'Invalid parameter, vout cannot be negative',
    },
    { method: 'gettxspendingprevout', params: () => [[{ txid: UNKNOWN, vout: 0, n: 0 }]], code: -3, message: 'Unexpected key n' },
    {
      method: 'gettxspendingprevout',
      params: () => [[{ txid: UNKNOWN, vout: '0' }]],
      code: -3,
      message: 'JSON value of type string for field vout is not of expected type number',
    },
    { method: 'gettxoutsetinfo', params: () => ['md5'], code: -8, message: "'md5' is not a valid hash_type" },
    { method: 'scantxoutset', params: () => ['go'], code: -8, message: "Invalid action 'go'" },
    { method: 'scantxoutset', params: () => ['start'], code: -1, message: 'scanobjects argument is required for the start action' },
    { method: 'scantxoutset', params: () => ['start', [1]], code: -8, message: 'Scan object needs to be either a string or an object' },
    { method: 'scantxoutset', params: () => ['start', [{}]], code: -8, message: 'Descriptor needs to be provided in scan object' },
    { method: 'scantxoutset', params: () => ['start', ['addr(nope)']], code: -5, message: 'Address is not valid' },
    {
      method: 'scantxoutset',
      params: () => ['start', [{ desc: 'raw(51)', range: [2, 1] }]],
      code: -8,
      message: 'Range specified as [begin,end] must not have begin after end',
    },
    { method: 'getblockstats', params: () => [111], code: -8, message: 'Target block height 111 after current tip 110' },
    { method: 'getblockstats', params: () => [1, ['nope']], code: -8, message: "Invalid selected statistic 'nope'" },
    { method: 'decodescript', params: () => ['0'], code: -8, message: "argument must be hexadecimal string (not '0')" },
    {
      method: 'createrawtransaction',
      params: () => [[], [{ nope: 1 }]],
      code: -5,
      message: 'Invalid Bitcoin address: nope',
    },
    {
      method: 'createrawtransaction',
      params: () => [[], [], 0, false, 4],
      code: -8,
      message: 'Invalid parameter, version out of range(1~3)',
    },
    { method: 'getnetworkhashps', params: () => [0], code: -8, message: 'Invalid nblocks. Must be a positive number or -1.' },
    { method: 'generatetoaddress', params: () => [1, 'nope'], code: -5, message: 'Error: Invalid address' },
    { method: 'generatetodescriptor', params: () => [1, 'raw(zz)'], code: -5, message: 'Raw script is not hex' },
    { method: 'generateblock', params: () => ['nope', []], code: -5, message: 'Error: Invalid address or descriptor' },
    { method: 'generateblock', params: () => [TRUE_ADDRESS, [UNKNOWN]], code: -5, message: `Transaction ${UNKNOWN} not in mempool.` },
    {
      method: 'generateblock',
      params: () => [TRUE_ADDRESS, ['00']],
      code: -22,
      message: 'Transaction decode failed for 00. Make sure the tx has at least one input.',
    },
    {
      method: 'generateblock',
      params: () => [TRUE_ADDRESS, [child]],
      code: -25,
      message: expect.stringMatching(
        /^TestBlockValidity failed: bad-txns-inputs-missingorspent, CheckTxInputs: inputs missing\/spent in transaction [0-9a-f]{64}$/,
      ),
    },
    { method: 'submitblock', params: () => ['00'], code: -22, message: 'Block decode failed' },
    { method: 'invalidateblock', params: () => [UNKNOWN], code: -5, message: 'Block not found' },
    { method: 'reconsiderblock', params: () => [UNKNOWN], code: -5, message: 'Block not found' },
    { method: 'getdescriptorinfo', params: () => ['nope'], code: -5, message: "'nope' is not a valid descriptor function" },
    { method: 'deriveaddresses', params: () => [`addr(${TRUE_ADDRESS})`], code: -5, message: 'Missing checksum' },
    { method: 'estimatesmartfee', params: () => [0], code: -8, message: 'Invalid conf_target, must be between 1 and 1008' },
    {
      method: 'estimatesmartfee',
      params: () => [1, 'fast'],
      code: -8,
      message: 'Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"',
    },
    { method: 'setmocktime', params: () => [-1], code: -8, message: 'Mocktime must be in the range [0, 9223372036], not -1.' },
    { method: 'waitfornewblock', params: () => [-1], code: -1, message: 'Negative timeout' },
  ])('$method: $message', async ({ method, params, code, message }) => {
    expect(await rpc.failure(method, ...params())).toEqual({ code, message });
  });
});

test('behavior: amounts have eight decimals and no exponent', async () => {
  const { text } = await rpc.post({ id: 1, method: 'getmempoolentry', params: [child] });
  expect(text).toContain('"fees":{"base":0.00002000,"modified":0.00002000,"ancestor":0.00003000,"descendant":0.00002000}');
  expect((await rpc.post({ id: 1, method: 'getmininginfo' })).text).toContain('"blockmintxfee":0.00000001,');
});

test('behavior: testmempoolaccept reports acceptance and reject reasons', async () => {
  const raw = rawTx({ inputs: [{ txid: coinbases[3]! }], outputs: [{ value: 50n * COIN - 10_000n }] });
  const [good] = await rpc.call('testmempoolaccept', [raw]);
  expect(good).toEqual({
    txid: HEX_64,
    wtxid: HEX_64,
    allowed: true,
    vsize: 96,
    fees: { base: 0.0001, 'effective-feerate': 0.00104166, 'effective-includes': [good.wtxid] },
  });
  const identity = { txid: HEX_64, wtxid: HEX_64 };
  expect(await rpc.call('testmempoolaccept', [raw], '0.001')).toEqual([
    { ...identity, allowed: false, 'reject-reason': 'max-fee-exceeded' },
  ]);
  const missing = rawTx({ inputs: [{ txid: UNKNOWN }], outputs: [{ value: 1_000n }] });
  expect(await rpc.call('testmempoolaccept', [missing])).toEqual([{ ...identity, allowed: false, 'reject-reason': 'missing-inputs' }]);
  const dust = rawTx({ inputs: [{ txid: coinbases[3]! }], outputs: [{ value: 1n }] });
  expect(await rpc.call('testmempoolaccept', [dust])).toEqual([
    { ...identity, allowed: false, 'reject-reason': 'dust', 'reject-details': 'dust, tx with dust output must be 0-fee' },
  ]);
  const next = rawTx({ inputs: [{ txid: good.txid }], outputs: [{ value: 50n * COIN - 20_000n }] });
  expect(await rpc.call('testmempoolaccept', [raw, next])).toEqual([
    expect.objectContaining({ txid: good.txid, allowed: true }),
    expect.objectContaining({ allowed: true }),
  ]);
  expect(await rpc.call('testmempoolaccept', [next, raw])).toEqual(Array(2).fill({ ...identity, 'package-error': 'package-not-sorted' }));
  expect(await rpc.call('testmempoolaccept', [raw, missing])).toEqual([
    identity,
    { ...identity, allowed: false, 'reject-reason': 'missing-inputs' },
  ]);
  expect(await rpc.call('getrawmempool')).toHaveLength(2);
});

test('behavior: sendrawtransaction accepts a transaction of the mempool again, but not a mined one', async () => {
  await using other = await startRpcNode();
  await other.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [coinbase] = (await other.call('getblock', await other.call('getblockhash', 1))).tx;
  const raw = rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] });
  const txid = await other.call('sendrawtransaction', raw);
  expect(await other.call('sendrawtransaction', raw)).toBe(txid);
  await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await other.failure('sendrawtransaction', raw)).toEqual({ code: -27, message: 'Transaction outputs already in utxo set' });
});

test('behavior: generateblock accepts non-standard transactions, and submitblock its block', async () => {
  await using other = await startRpcNode();
  await other.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [coinbase] = (await other.call('getblock', await other.call('getblockhash', 1))).tx;
  const raw = rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 1n }, { value: 1n }], version: 9 });
  expect(await other.failure('sendrawtransaction', raw)).toEqual({ code: -26, message: 'version' });
  const kept = await other.call('generateblock', TRUE_ADDRESS, [raw], false);
  expect(kept).toEqual({ hash: HEX_64, hex: expect.any(String) });
  expect(await other.call('getblockcount')).toBe(101);
  expect(await other.call('submitblock', kept.hex)).toBeNull();
  expect(await other.call('getbestblockhash')).toBe(kept.hash);
  expect(await other.call('submitblock', kept.hex)).toBe('duplicate');
  expect(await other.call('generateblock', `raw(${SCRIPT_HEX})`, [])).toEqual({ hash: HEX_64 });
});

test('behavior: invalidateblock and reconsiderblock move the tip, as getchaintips shows', async () => {
  await using other = await startRpcNode();
  const list = await other.call('generatetoaddress', 3, TRUE_ADDRESS);
  expect(await other.call('invalidateblock', list[1])).toBeNull();
  expect(await other.call('getblockcount')).toBe(1);
  expect((await other.call('getblockheader', list[2])).confirmations).toBe(-1);
  const [rival] = await other.call('generatetodescriptor', 1, 'raw(51)');
  expect(await other.call('getchaintips')).toEqual([
    { height: 3, hash: list[2], branchlen: 2, status: 'invalid' },
    { height: 2, hash: rival, branchlen: 0, status: 'active' },
  ]);
  expect(await other.call('reconsiderblock', list[1])).toBeNull();
  expect(await other.call('getbestblockhash')).toBe(list[2]);
  expect(await other.call('getchaintips')).toEqual([
    { height: 3, hash: list[2], branchlen: 0, status: 'active' },
    { height: 2, hash: rival, branchlen: 1, status: 'valid-fork' },
  ]);
  const [stale] = (await other.call('getblock', rival)).tx;
  expect(await other.call('getrawtransaction', stale, 1)).toMatchObject({ blockhash: rival, confirmations: 0 });
});

test('behavior: at a difficulty adjustment a block is at most ten minutes earlier than its parent (BIP94)', async () => {
  await using other = await startRpcNode();
  const template = () => other.call('getblocktemplate', { rules: ['segwit'] });
  await other.call('generatetoaddress', 142, TRUE_ADDRESS);
  const before = await other.call('getblockchaininfo');
  expect(await template()).toMatchObject({ height: 143, mintime: before.mediantime + 1 });
  await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  const { time } = await other.call('getblockchaininfo');
  await other.call('setmocktime', time - 1_200);
  expect(await template()).toMatchObject({ height: 144, mintime: time - 600, curtime: time - 600 });
});

test('behavior: no blocks with a clock two hours behind the tip', async () => {
  await using other = await startRpcNode();
  expect(await other.call('getblockchaininfo')).toMatchObject({ initialblockdownload: true });
  await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  const { time, initialblockdownload } = await other.call('getblockchaininfo');
  expect(initialblockdownload).toBe(false);
  await other.call('setmocktime', time - 7_202);
  const message = 'CreateNewBlock: TestBlockValidity failed: time-too-new, block timestamp too far in the future';
  for (const [method, ...params] of [
    ['generatetoaddress', 1, TRUE_ADDRESS],
    ['generateblock', TRUE_ADDRESS, []],
    ['getblocktemplate', { rules: ['segwit'] }],
  ] as const) {
    expect(await other.failure(method, ...params), method).toMatchObject({ code: -1, message });
  }
});

test('behavior: setmocktime sets the time of the next blocks', async () => {
  await using other = await startRpcNode();
  await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  await other.call('setmocktime', 1_900_000_000);
  const [hash] = await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await other.call('getblockheader', hash)).time).toBe(1_900_000_000);
  await other.call('setmocktime', 0);
  const [next] = await other.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await other.call('getblockheader', next)).time).toBe(1_900_000_600);
});

test('behavior: waiting calls return when the tip matches', async () => {
  await using other = await startRpcNode();
  const waits = [other.call('waitfornewblock'), other.call('waitforblockheight', 2, 60_000)];
  const [first, second] = await other.call('generatetoaddress', 2, TRUE_ADDRESS);
  const [any, high] = await Promise.all(waits);
  expect([first, second]).toContain(any.hash);
  expect(high).toEqual({ hash: second, height: 2 });
  expect(await other.call('waitforblock', second)).toEqual({ hash: second, height: 2 });
  expect(await other.call('waitforblockheight', 9, 1)).toEqual({ hash: second, height: 2 });
});

test('behavior: deriveaddresses of a ranged descriptor', async () => {
  const key = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
  const { descriptor, isrange } = await rpc.call('getdescriptorinfo', `wpkh(${key}/1/1/*)`);
  expect(isrange).toBe(true);
  expect(await rpc.call('deriveaddresses', descriptor, [0, 2])).toEqual([
    'bcrt1qjqmxmkpmxt80xz4y3746zgt0q3u3ferr34acd5',
    'bcrt1qhku5rq7jz8ulufe2y6fkcpnlvpsta7rq4442dy',
    'bcrt1qpgptk2gvshyl0s9lqshsmx932l9ccsv265tvaq',
  ]);
  expect(await rpc.failure('deriveaddresses', descriptor)).toEqual({
    code: -8,
    message: 'Range must be specified for a ranged descriptor',
  });
});

describe('estimatesmartfee', () => {
  // As a bitcoind that has learnt from the same blocks: those since the first one with a transaction.
  test.each([
    [1, 2],
    [2, 2],
    [4, 4],
    [6, 5],
    [1008, 5],
  ])('a target of %i blocks: it looks for an estimate for %i', async (target, blocks) => {
    await using node = await startRpcNode();
    await node.call('generatetoaddress', 101, TRUE_ADDRESS);
    const [coinbase] = (await node.call('getblock', await node.call('getblockhash', 1))).tx;
    await node.call('sendrawtransaction', rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1000n }] }));
    expect((await node.call('estimatesmartfee', target)).blocks).toBe(0);
    await node.call('generatetoaddress', 12, TRUE_ADDRESS);
    expect(await node.call('estimatesmartfee', target)).toEqual({ errors: ['Insufficient data or no feerate found'], blocks });
  });
});
