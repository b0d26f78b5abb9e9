import * as library from '@stacks/transactions';
import { Cl, Pc, privateKeyToPublic, type StacksTransactionWire, serializePayload, TransactionSigner } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';

const SOURCE = `
(define-map scores principal uint)
(define-public (score (points uint))
  (begin (try! (stx-transfer? points tx-sender '${DEPLOYER.address})) (map-set scores tx-sender points) (ok points)))
(define-read-only (score-of (who principal)) (map-get? scores who))`;
const network = 'testnet';
/** What of the library talks to a node, or makes what is sent to one. */
const FOR_NODES = /^(?:make|fetch|broadcast|sponsor|estimate)/;

const called = new Set<string>();
const {
  broadcastTransaction,
  estimateTransactionByteLength,
  fetchAbi,
  fetchCallReadOnlyFunction,
  fetchContractMapEntry,
  fetchFeeEstimate,
  fetchFeeEstimateTransaction,
  fetchFeeEstimateTransfer,
  fetchNonce,
  makeContractCall,
  makeContractDeploy,
  makeRandomPrivKey,
  makeSTXTokenTransfer,
  makeUnsignedContractCall,
  makeUnsignedContractDeploy,
  makeUnsignedSTXTokenTransfer,
  sponsorTransaction,
} = counted({ ...library }, called);

/** Fees and nonces are left to the library wherever it can find them out. */
test('default: all that @stacks/transactions makes, estimates, fetches, sponsors and broadcasts works against the node', async () => {
  await using node = await startTestNode();
  const client = { baseUrl: node.url };
  const common = { network, client } as const;
  const send = sender(node);
  const contract = { contractAddress: DEPLOYER.address, contractName: 'game' };

  await send(await makeContractDeploy({ ...common, contractName: 'game', codeBody: SOURCE, senderKey: DEPLOYER.key }));
  await send(await makeSTXTokenTransfer({ ...common, recipient: WALLET_1.address, amount: 5n, memo: 'hello', senderKey: DEPLOYER.key }));
  const score = { ...contract, functionName: 'score', functionArgs: [Cl.uint(7)], validateWithAbi: true, ...common };
  const postConditions = [Pc.principal(WALLET_1.address).willSendEq(7n).ustx()];
  const scored = await send(await makeContractCall({ ...score, postConditions, senderKey: WALLET_1.key }));
  expect(scored.rawResult).toBe(`0x${Cl.serialize(Cl.ok(Cl.uint(7)))}`);

  expect((await fetchAbi({ ...contract, ...common })).functions.map(({ name }) => name).sort()).toEqual(['score', 'score-of']);
  const read = { ...contract, functionName: 'score-of', functionArgs: [Cl.principal(WALLET_1.address)], senderAddress: WALLET_1.address };
  expect(await fetchCallReadOnlyFunction({ ...read, ...common })).toEqual(Cl.some(Cl.uint(7)));
  const entry = { ...contract, mapName: 'scores', mapKey: Cl.principal(WALLET_1.address) };
  expect(await fetchContractMapEntry({ ...entry, ...common })).toEqual(Cl.some(Cl.uint(7)));
  expect(await fetchNonce({ address: WALLET_1.address, ...common })).toBe(1n);

  const unsigned = await makeUnsignedSTXTokenTransfer({
    ...common,
    recipient: WALLET_2.address,
    amount: 1n,
    publicKey: privateKeyToPublic(WALLET_1.key),
  });
  expect(await fetchFeeEstimateTransfer({ transaction: unsigned, ...common })).toBe(BigInt(estimateTransactionByteLength(unsigned)));
  expect(await fetchFeeEstimate({ transaction: unsigned, ...common })).toBeGreaterThanOrEqual(180n);
  const estimated = fetchFeeEstimateTransaction({ payload: serializePayload(unsigned.payload), estimatedLength: 180, ...common });
  await estimated.then(
    (estimates) => expect(estimates).toHaveLength(3),
    (error: Error) => expect(error.message).toContain('NoEstimateAvailable'),
  );
  await send(sign(unsigned, WALLET_1.key));
  const publicKey = privateKeyToPublic(WALLET_2.key);
  await send(sign(await makeUnsignedContractDeploy({ ...common, contractName: 'other', codeBody: SOURCE, publicKey }), WALLET_2.key));
  await send(sign(await makeUnsignedContractCall({ ...score, postConditionMode: 'allow', publicKey }), WALLET_2.key));

  const sponsored = await makeContractCall({ ...score, postConditionMode: 'allow', senderKey: WALLET_2.key, sponsored: true, fee: 0n });
  const paid = await send(await sponsorTransaction({ transaction: sponsored, sponsorPrivateKey: DEPLOYER.key, ...common }));
  expect(paid.status).toBe('success');

  const recipient = library.getAddressFromPrivateKey(makeRandomPrivKey(), network);
  await send(await makeSTXTokenTransfer({ ...common, recipient, amount: 3n, senderKey: DEPLOYER.key }));
  expect(await fetchNonce({ address: recipient, ...common })).toBe(0n);
  expect([...called].sort()).toEqual(exported(library).filter((name) => FOR_NODES.test(name)));
});

/** The same functions; each adds its name to `called`. */
function counted<T extends object>(functions: T, called: Set<string>): T {
  return new Proxy(functions, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        called.add(String(name));
        return value(...args);
      };
    },
  });
}

function exported(functions: object): string[] {
  return Object.entries(functions)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
    .sort();
}

/** Broadcasts, and resolves with the receipt. */
function sender(node: TestNode): (transaction: StacksTransactionWire) => Promise<StacksReceipt> {
  return async (transaction) => {
    const { promise, resolve } = deferred<StacksReceipt>();
    const unsubscribe = node.subscribe((event) => {
      const receipt = event.type === 'block' ? event.receipts.find(({ txid }) => txid === `0x${transaction.txid()}`) : undefined;
      if (receipt !== undefined) resolve(receipt);
    });
    const answer = await broadcastTransaction({ transaction, client: { baseUrl: node.url } });
    expect(answer).toEqual({ txid: transaction.txid() });
    const receipt = await promise;
    unsubscribe();
    expect(receipt.vmError).toBeNull();
    return receipt;
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function sign(transaction: StacksTransactionWire, key: string): StacksTransactionWire {
  const signer = new TransactionSigner(transaction);
  signer.signOrigin(key);
  return signer.transaction;
}
