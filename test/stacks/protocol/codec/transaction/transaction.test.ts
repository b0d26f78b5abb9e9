import {
  AnchorMode,
  contractPrincipalCV,
  createStacksPublicKey,
  deserializeTransaction,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  makeUnsignedSTXTokenTransfer,
  Pc,
  privateKeyToPublic,
  type StacksTransactionWire,
  sponsorTransaction,
  TransactionSigner,
  trueCV,
  tupleCV,
  uintCV,
} from '@stacks/transactions';
import { expect, test } from 'vitest';
import { CodecError } from '#dist/stacks/protocol/codec/error.js';
import {
  calledFunction,
  decodeTransaction,
  originAddress,
  payerAddress,
  transactionFee,
} from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { signatureError } from '#dist/stacks/protocol/codec/transaction/verify.js';
import { DEPLOYER, WALLET_1, WALLET_2 } from '../../../node/test-node.js';

const RECIPIENT = 'ST000000000000000000002AMW42H';
const KEYS = [DEPLOYER.key, WALLET_1.key, WALLET_2.key];
const network = 'testnet' as const;

function bytes(transaction: StacksTransactionWire): Buffer {
  return Buffer.from(transaction.serialize(), 'hex');
}

const transfer = (options: { senderKey?: string; nonce?: bigint; sponsored?: boolean } = {}) =>
  makeSTXTokenTransfer({
    recipient: RECIPIENT,
    amount: 7n,
    senderKey: WALLET_1.key,
    fee: 200n,
    nonce: 3n,
    network,
    memo: 'hello',
    ...options,
  });

test('default: a transfer', async () => {
  const wire = await transfer();
  const transaction = decodeTransaction(bytes(wire));
  expect(transaction.txid).toBe(wire.txid());
  expect(originAddress(transaction)).toBe(WALLET_1.address);
  expect(payerAddress(transaction)).toBe(WALLET_1.address);
  expect(transactionFee(transaction)).toBe(200n);
  expect(transaction.origin.nonce).toBe(3n);
  expect(transaction.payload).toMatchObject({ type: 'transfer', amount: 7n });
  expect(signatureError(transaction)).toBeUndefined();
});

test('behavior: calls with every kind of argument and post-condition, deploys with and without a version', async () => {
  const call = await makeContractCall({
    contractAddress: DEPLOYER.address,
    contractName: 'probe',
    functionName: 'do-it!',
    functionArgs: [uintCV(1), tupleCV({ b: trueCV(), a: contractPrincipalCV(DEPLOYER.address, 'x') })],
    postConditions: [
      Pc.origin().willSendLte(5n).ustx(),
      Pc.principal(`${DEPLOYER.address}.vault`).willSendEq(5n).ft(`${DEPLOYER.address}.probe`, 'tok'),
      Pc.principal(DEPLOYER.address).willNotSendAsset().nft(`${DEPLOYER.address}.probe::ticket`, uintCV(1)),
    ],
    postConditionMode: 'allow',
    senderKey: DEPLOYER.key,
    fee: 1000n,
    nonce: 0n,
    network,
  });
  const decoded = decodeTransaction(bytes(call));
  expect(decoded.txid).toBe(call.txid());
  expect(decoded.postConditionMode).toBe('allow');
  expect(decoded.postConditions).toEqual([
    { type: 'stx', principal: undefined, code: 'lte', amount: 5n },
    { type: 'ft', principal: `${DEPLOYER.address}.vault`, asset: `${DEPLOYER.address}.probe::tok`, code: 'eq', amount: 5n },
    {
      type: 'nft',
      principal: DEPLOYER.address,
      asset: `${DEPLOYER.address}.probe::ticket`,
      assetId: '0100000000000000000000000000000001',
      code: 'not-sent',
    },
  ]);
  expect(signatureError(decoded)).toBeUndefined();
  const { address, contract, fn } = decoded.payload as Extract<typeof decoded.payload, { type: 'call' }>;
  expect(fn).toBe('do-it!');
  expect(calledFunction(bytes(call))).toEqual({ address, contract, fn });
  expect(calledFunction(bytes(await transfer()))).toBeUndefined();
  expect(() => calledFunction(bytes(call).subarray(0, 100))).toThrow(CodecError);

  for (const clarityVersion of [1, 4, 5] as const) {
    const deploy = await makeContractDeploy({
      contractName: 'probe',
      codeBody: '(define-public (x) (ok u1))\n',
      senderKey: DEPLOYER.key,
      fee: 1000n,
      nonce: 0n,
      network,
      clarityVersion,
    });
    const transaction = decodeTransaction(bytes(deploy));
    expect(transaction.txid).toBe(deploy.txid());
    expect(transaction.payload).toEqual({ type: 'deploy', name: 'probe', source: '(define-public (x) (ok u1))\n', clarityVersion });
    expect(signatureError(transaction)).toBeUndefined();
  }
});

test('behavior: the sponsor of a transaction pays', async () => {
  const wire = await sponsorTransaction({
    transaction: await transfer({ sponsored: true }),
    sponsorPrivateKey: WALLET_2.key,
    fee: 300n,
    sponsorNonce: 9n,
    network,
  });
  const transaction = decodeTransaction(bytes(wire));
  expect(transaction.txid).toBe(wire.txid());
  expect(originAddress(transaction)).toBe(WALLET_1.address);
  expect(payerAddress(transaction)).toBe(WALLET_2.address);
  expect(transactionFee(transaction)).toBe(300n);
  expect(transaction.sponsor?.nonce).toBe(9n);
  expect(signatureError(transaction)).toBeUndefined();
});

test('behavior: multisig of two out of three, in order and in any order', async () => {
  const publicKeys = KEYS.map((key) => privateKeyToPublic(key));
  const [first = '', , third = ''] = publicKeys;
  for (const useNonSequentialMultiSig of [false, true]) {
    const unsigned = () =>
      makeUnsignedSTXTokenTransfer({
        ...{ recipient: RECIPIENT, amount: 7n, fee: 400n, nonce: 0n, network },
        ...{ publicKeys, numSignatures: 2, useNonSequentialMultiSig },
      });
    const signer = new TransactionSigner(await unsigned());
    signer.signOrigin(DEPLOYER.key);
    signer.signOrigin(WALLET_1.key);
    signer.appendOrigin(createStacksPublicKey(third));
    const transaction = decodeTransaction(bytes(signer.transaction));
    expect(transaction.txid).toBe(signer.transaction.txid());
    expect(transaction.origin).toMatchObject({ kind: 'multi', required: 2, hashMode: useNonSequentialMultiSig ? 5 : 1 });
    expect(signatureError(transaction)).toBeUndefined();

    const shuffled = new TransactionSigner(await unsigned());
    shuffled.signOrigin(WALLET_1.key);
    shuffled.appendOrigin(createStacksPublicKey(first));
    shuffled.signOrigin(WALLET_2.key);
    expect(signatureError(decodeTransaction(bytes(shuffled.transaction)))).toMatch(
      /^Signer hash does not equal hash of public key\(s\): [0-9a-f]{40} != [0-9a-f]{40}$/,
    );
  }
});

test('behavior: an uncompressed key', async () => {
  const wire = await transfer({ senderKey: WALLET_1.key.slice(0, 64) });
  const transaction = decodeTransaction(bytes(wire));
  expect(transaction.origin).toMatchObject({ kind: 'single', compressed: false });
  expect(signatureError(transaction)).toBeUndefined();
});

test('behavior: what follows a transaction is ignored; the version byte is made canonical', async () => {
  const raw = bytes(await transfer());
  expect(decodeTransaction(Buffer.concat([raw, Buffer.from('ff', 'hex')])).raw).toEqual(raw);
  const odd = Buffer.from(raw);
  odd[0] = 0x8f;
  expect(decodeTransaction(odd).raw).toEqual(raw);
});

test('behavior: tuple fields out of order are sorted, and so hashed', async () => {
  const wire = await makeContractCall({
    contractAddress: DEPLOYER.address,
    contractName: 'probe',
    functionName: 'f',
    functionArgs: [tupleCV({ a: uintCV(1), b: uintCV(2) })],
    senderKey: DEPLOYER.key,
    fee: 1000n,
    nonce: 0n,
    network,
  });
  const a = '016101' + '00000000000000000000000000000001';
  const b = '016201' + '00000000000000000000000000000002';
  const hex = wire.serialize();
  expect(hex).toContain(a + b);
  const swapped = decodeTransaction(Buffer.from(hex.replace(a + b, b + a), 'hex'));
  expect(swapped.txid).toBe(wire.txid());
});

test('error: a signature that is not low-S, of another message, or no signature', async () => {
  const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const raw = bytes(await transfer());
  const at = 44; // the 65 bytes of a single signature
  const highS = Buffer.from(raw);
  const s = BigInt(`0x${raw.subarray(at + 33, at + 65).toString('hex')}`);
  highS.write((N - s).toString(16).padStart(64, '0'), at + 33, 'hex');
  highS[at] = (raw[at] ?? 0) ^ 1;
  expect(signatureError(decodeTransaction(highS))).toBe('Invalid signature: high-S');

  const other = Buffer.from(raw);
  other[raw.length - 1] = 1;
  expect(signatureError(decodeTransaction(other))).toMatch(/^Signer hash does not equal hash of public key\(s\)/);

  const none = Buffer.from(raw);
  none.fill(0, at, at + 65);
  expect(signatureError(decodeTransaction(none))).toBe('Invalid signature: failed to recover public key');
  none[at] = 4;
  expect(signatureError(decodeTransaction(none))).toBe('Invalid signature: failed to decode recoverable signature');
});

test('error: every truncation is an early end, every odd byte a sentence of the node', async () => {
  const raw = bytes(await transfer());
  for (let length = 0; length < raw.length; length++) {
    expect(() => decodeTransaction(raw.subarray(0, length))).toThrow(CodecError);
  }
  const changed = (offset: number, value: number) => {
    const copy = Buffer.from(raw);
    copy[offset] = value;
    return () => decodeTransaction(copy);
  };
  expect(changed(5, 6)).toThrow('Failed to parse transaction authorization: unrecognized auth flags 6');
  expect(changed(6, 4)).toThrow('Failed to parse spending condition: invalid hash mode 4');
  expect(changed(43, 2)).toThrow('Failed to parse singlesig spending condition: unknown key encoding 2');
  expect(changed(109, 4)).toThrow('Failed to parse transaction: invalid anchor mode 4');
  expect(changed(110, 0)).toThrow('Failed to parse transaction: invalid post-condition mode 0');
  expect(changed(115, 9)).toThrow('Failed to parse transaction -- unknown payload ID 9');
  expect(changed(116, 4)).toThrow('Deserialization failure: Bad principal prefix');
  expect(AnchorMode.Any).toBe(raw[109]);
  expect(deserializeTransaction(raw).txid()).toBe(decodeTransaction(raw).txid);
});
