/** Every route with parameters of every form, and with methods that it does not have. */
export async function endpoints(kit) {
  const { accounts, ask, get, post, json, NODE } = kit;
  const { wallet1, wallet2 } = accounts;
  const fetched = async (path) => (await fetch(NODE + path)).json();
  const unknown = '12'.repeat(32);

  for (const [name, path] of Object.entries({
    info: '/v2/info',
    pox: '/v2/pox',
    account: `/v2/accounts/${wallet1.address}`,
    fees: '/v2/fees/transaction',
    health: '/v3/health',
    tenures: '/v3/tenures/info',
    'unknown-path': '/v2/nope',
  })) {
    for (const method of ['PUT']) await ask(`${method}-${name}`, 'exact', method, path);
    await ask(`HEAD-${name}`, 'exact', 'HEAD', path);
    await ask(`OPTIONS-${name}`, 'exact', 'OPTIONS', path);
  }
  await ask('POST-account', 'exact', 'POST', `/v2/accounts/${wallet1.address}`, { headers: json, body: '{}' });
  await ask('POST-pox-empty', 'exact', 'POST', '/v2/pox', { body: '' });
  await get('root', 'exact', '/');
  await get('v2', 'exact', '/v2');
  await get('info-query', 'shape', '/v2/info?x=1&y');
  await get('info-trailing-slash', 'exact', '/v2/info/');
  await get('info-upper-case', 'exact', '/V2/INFO');
  await get('info-double-slash', 'exact', '/v2//info');
  await get('fees-encoded', 'exact', '/v2/fees/%74ransfer');
  await get('bad-encoding', 'exact', '/v2/info%ff');
  await get('pox-trailing-slash', 'exact', '/v2/pox/');
  await get('pox-tip-unknown', 'exact', `/v2/pox?tip=${unknown}`);
  await get('neighbors', 'shape', '/v2/neighbors');
  await get('neighbors-trailing-slash', 'exact', '/v2/neighbors/');
  await get('health-query', 'shape', '/v3/health?x');

  const account = (name, principal, query = '?proof=0', compare = 'exact') =>
    get(`account-${name}`, compare, `/v2/accounts/${principal}${query}`);
  await account('contract', `${wallet1.address}.some-contract`);
  await account('contract-boot', 'ST000000000000000000002AMW42H.lockup');
  await account('boot', 'ST000000000000000000002AMW42H', '?proof=0', 'shape');
  await account('multisig-version', 'SN2Q48J46H4RP02G3EPZM3R7BPZC0XAQ1WBN2AJ7C');
  await account('lower-case', wallet1.address.toLowerCase());
  await account('bad-checksum', `${wallet1.address.slice(0, -1)}6`);
  await account('bad-length', wallet1.address.slice(0, -3));
  await account('too-short', 'ST1');
  await account('letter-o', wallet1.address.replace('0', 'O'));
  await account('contract-bad-name', `${wallet1.address}.1bad`);
  await account('contract-empty-name', `${wallet1.address}.`);
  await account('contract-odd-name', `${wallet1.address}.a_b-C9`);
  await account('contract-dollar', `${wallet1.address}.a$b`);
  await account('contract-name-41', `${wallet1.address}.${'a'.repeat(41)}`);
  await account('contract-name-129', `${wallet1.address}.${'a'.repeat(129)}`);
  await account('proof-garbage', wallet2.address, '?proof=x');
  await account('tip-latest', wallet2.address, '?proof=0&tip=latest');
  await account('tip-unknown', wallet2.address, `?proof=0&tip=${unknown}`);
  await account('tip-short', wallet2.address, '?proof=0&tip=12');
  await account('tip-upper-case', wallet2.address, `?proof=0&tip=${'AB'.repeat(32)}`);
  await account('trailing-slash', `${wallet2.address}/`);
  await account('empty', '');
  const { stacks_tip_consensus_hash: consensusHash } = await fetched('/v2/info');
  const tenure = await fetched('/v3/tenures/info');
  const [sortition] = await fetched('/v3/sortitions');
  await account('tip-of-chain', wallet2.address, `?proof=0&tip=${tenure.tip_block_id}`);

  await get('tenures-info-suffix', 'shape', '/v3/tenures/info/more');
  await get('tenures-info-query', 'shape', '/v3/tenures/info?x=1');
  await get('tenure', 'status', `/v3/tenures/${tenure.tip_block_id}`);
  await get('tenure-missing', 'exact', `/v3/tenures/${unknown}`);
  await get('tenure-bad', 'exact', '/v3/tenures/xyz');
  await get('tenure-upper-case', 'exact', `/v3/tenures/${'AB'.repeat(32)}`);
  await get('tenure-tip', 'shape', `/v3/tenures/tip/${consensusHash}`);
  await get('tenure-tip-missing', 'exact', `/v3/tenures/tip/${'12'.repeat(20)}`);
  await get('tenure-tip-bad', 'exact', '/v3/tenures/tip/xyz');
  await get('tenure-tip-metadata', 'shape', `/v3/tenures/tip_metadata/${consensusHash}`);
  await get('tenure-tip-metadata-missing', 'exact', `/v3/tenures/tip_metadata/${'12'.repeat(20)}`);
  await get('tenure-blocks', 'shape', `/v3/tenures/blocks/${consensusHash}`);
  await get('tenure-blocks-missing', 'exact', `/v3/tenures/blocks/${'12'.repeat(20)}`);
  await get('tenure-blocks-bad', 'exact', '/v3/tenures/blocks/xyz');
  await get('tenure-blocks-hash', 'shape', `/v3/tenures/blocks/hash/${sortition.burn_block_hash.slice(2)}`);
  await get('tenure-blocks-hash-missing', 'exact', `/v3/tenures/blocks/hash/${unknown}`);
  await get('tenure-blocks-hash-bad', 'exact', '/v3/tenures/blocks/hash/xyz');
  await get('tenure-blocks-height', 'shape', `/v3/tenures/blocks/height/${sortition.burn_block_height}`);
  await get('tenure-blocks-height-missing', 'exact', '/v3/tenures/blocks/height/99999999');
  await get('tenure-blocks-height-bad', 'exact', '/v3/tenures/blocks/height/xyz');
  await get('tenure-blocks-height-huge', 'exact', '/v3/tenures/blocks/height/99999999999999999999999');
  await get('fork-info', 'shape', `/v3/tenures/fork_info/${consensusHash}/${consensusHash}`);
  await get('fork-info-missing', 'exact', `/v3/tenures/fork_info/${'12'.repeat(20)}/${'34'.repeat(20)}`);
  await get('fork-info-bad', 'exact', '/v3/tenures/fork_info/xyz/abc');

  await get('sortitions-slash', 'status', '/v3/sortitions/');
  await get('sortitions-latest-and-last', 'shape', '/v3/sortitions/latest_and_last');
  await get('sortitions-consensus', 'shape', `/v3/sortitions/consensus/${consensusHash}`);
  await get('sortitions-consensus-missing', 'exact', `/v3/sortitions/consensus/${'12'.repeat(20)}`);
  await get('sortitions-consensus-short', 'exact', '/v3/sortitions/consensus/1212');
  await get('sortitions-consensus-none', 'exact', '/v3/sortitions/consensus');
  await get('sortitions-burn', 'shape', `/v3/sortitions/burn/${sortition.burn_block_hash.slice(2)}`);
  await get('sortitions-burn-missing', 'exact', `/v3/sortitions/burn/${unknown}`);
  await get('sortitions-burn-short', 'exact', '/v3/sortitions/burn/12');
  await get('sortitions-burn-0x', 'exact', `/v3/sortitions/burn/0x${unknown}`);
  await get('sortitions-height', 'shape', `/v3/sortitions/burn_height/${sortition.burn_block_height}`);
  await get('sortitions-height-missing', 'exact', '/v3/sortitions/burn_height/99999999');
  await get('sortitions-height-letters', 'exact', '/v3/sortitions/burn_height/abc');
  await get('sortitions-height-huge', 'exact', '/v3/sortitions/burn_height/99999999999999999999999');
  await get('sortitions-unknown-key', 'exact', '/v3/sortitions/nope');
  await get('sortitions-unknown-key-value', 'exact', `/v3/sortitions/nope/${unknown}`);
  await get('sortitions-upper-case', 'exact', '/v3/sortitions/LATEST');

  await get('block', 'status', `/v3/blocks/${tenure.tip_block_id}`);
  await get('block-missing', 'exact', `/v3/blocks/${unknown}`);
  await get('block-bad', 'exact', '/v3/blocks/xyz');
  await get('block-0x', 'exact', `/v3/blocks/0x${unknown}`);
  await get('block-height', 'status', `/v3/blocks/height/${tenure.tip_height}`);
  await get('block-height-0', 'status', '/v3/blocks/height/0');
  await get('block-height-1', 'status', '/v3/blocks/height/1');
  await get('block-height-bad', 'exact', '/v3/blocks/height/abc');
  await get('block-height-negative', 'exact', '/v3/blocks/height/-1');
  await get('block-height-21-digits', 'exact', `/v3/blocks/height/${'1'.repeat(21)}`);
  await get('block-height-20-digits', 'exact', `/v3/blocks/height/${'9'.repeat(20)}`);
  await get('block-height-tip-unknown', 'exact', `/v3/blocks/height/1?tip=${unknown}`);
  await get('transaction-missing', 'exact', `/v3/transaction/${unknown}`);
  await get('transaction-0x', 'exact', `/v3/transaction/0x${unknown}`);
  await get('transaction-upper-case', 'exact', `/v3/transaction/${'AB'.repeat(32)}`);
  await get('transaction-short', 'exact', '/v3/transaction/1212');
  await get('transaction-trailing-slash', 'exact', `/v3/transaction/${unknown}/`);

  await get('stacker-set', 'shape', '/v3/stacker_set/6');
  await get('stacker-set-future', 'exact', '/v3/stacker_set/9999');
  await get('stacker-set-0', 'exact', '/v3/stacker_set/0');
  await get('stacker-set-bad', 'exact', '/v3/stacker_set/abc');
  await get('stacker-set-11-digits', 'exact', '/v3/stacker_set/12345678901');
  await get('stacker-set-tip-unknown', 'exact', `/v3/stacker_set/6?tip=${unknown}`);
  const key = `02${'12'.repeat(32)}`;
  await get('signer-unknown', 'exact', `/v3/signer/${key}/6`);
  await get('signer-future', 'exact', `/v3/signer/${key}/9999`);
  await get('signer-bad-key', 'exact', `/v3/signer/04${'12'.repeat(32)}/6`);
  await get('signer-short-key', 'exact', '/v3/signer/0212/6');
  await get('signer-bad-cycle', 'exact', `/v3/signer/${key}/x`);

  await get('stackerdb-missing', 'exact', `/v2/stackerdb/${wallet1.address}/nope`);
  await get('stackerdb-chunk-missing', 'exact', `/v2/stackerdb/${wallet1.address}/nope/0`);
  await get('stackerdb-replicas-missing', 'exact', `/v2/stackerdb/${wallet1.address}/nope/replicas`);
  await get('stackerdb-miners', 'shape', '/v2/stackerdb/ST000000000000000000002AMW42H/miners');
  await post('mempool-query-json', 'exact', '/v2/mempool/query', {});
  await ask('body-on-get', 'exact', 'POST', '/v3/health', { headers: json, body: '{}' });
}
