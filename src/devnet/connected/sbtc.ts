import { field, type Json, listOf, readBig, readNumber, readObject, readOneOf, readText } from '../../json.js';
import { MODES } from '../../sbtc/bridge/settings.js';
import { BRIDGE_STATUSES } from '../../sbtc/bridge/types.js';
import type { WaitOptions } from '../../wait.js';
import { checkOptions } from '../options.js';
import { checkDepositId, checkRequestId } from '../sbtc/local.js';
import { type SbtcNames, sbtcNames } from '../sbtc/names.js';
import type { BridgeConfiguration, BridgeStep, SbtcDeposit, SbtcDevnet, SbtcFulfillment, SbtcWithdrawal } from '../sbtc/types.js';
import type { DevnetUrls } from '../types.js';
import { bound } from './bound.js';
import type { GatewayClient } from './gateway-client.js';

export type ConnectedSbtcParts = {
  names: SbtcNames | undefined;
  /** Asks a path below `/devnet/v1`. */
  control: GatewayClient['ask'];
  urls(): DevnetUrls;
  /** Fires when the connection is closed. */
  closed: AbortSignal;
};

/** `devnet.sbtc` of a network of another process, over HTTP. */
export function createConnectedSbtc({ names, control, urls, closed }: ConnectedSbtcParts): SbtcDevnet {
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Record<string, unknown>> =>
    (await control(method, `/sbtc${path}`, { body })).body;
  /** Sends an order whose answer may take long. */
  const order = async (what: string, method: 'GET' | 'POST', path: string, { signal }: WaitOptions, body?: unknown) =>
    bound({ what, signal, closed }, async (ended) => (await control(method, `/sbtc${path}`, { body, signal: ended })).body);
  const waitQuery = ({ status, timeoutMs }: { status?: string | undefined; timeoutMs?: number | undefined }): string => {
    const query = new URLSearchParams();
    if (status !== undefined) query.set('status', status);
    if (timeoutMs !== undefined) query.set('timeoutMs', `${Math.ceil(timeoutMs)}`);
    return `${query}`;
  };

  return Object.defineProperties(
    {
      balance: async (principal: string) => readBig(await ask('GET', `/balances/${encodeURIComponent(principal)}`), 'balance'),
      async deposit(request) {
        checkOptions('deposit', request);
        const { signal, amount, maxFee, ...options } = request;
        const body = { ...options, amount: `${amount}`, maxFee: maxFee?.toString() };
        return readDeposit(await order('a deposit', 'POST', '/deposits', { signal }, body));
      },
      async withdraw(request) {
        checkOptions('withdraw', request);
        const { signal, account, amount, maxFee, ...options } = request;
        const body = { ...options, privateKey: account.privateKey, amount: `${amount}`, maxFee: maxFee?.toString() };
        return readWithdrawal(await order('a withdrawal', 'POST', '/withdrawals', { signal }, body));
      },
      async waitForDeposit(id, options = {}) {
        checkOptions('waitForDeposit', options);
        const { txid, vout } = checkDepositId(id);
        return readDeposit(await order(`deposit ${txid}:${vout}`, 'GET', `/deposits/${txid}/${vout}/wait?${waitQuery(options)}`, options));
      },
      async waitForWithdrawal(requestId, options = {}) {
        checkOptions('waitForWithdrawal', options);
        checkRequestId(requestId);
        const path = `/withdrawals/${requestId}/wait?${waitQuery(options)}`;
        return readWithdrawal(await order(`withdrawal ${requestId}`, 'GET', path, options));
      },
      deposits: async () => rows(await ask('GET', '/deposits'), 'deposits').map(readDeposit),
      withdrawals: async () => rows(await ask('GET', '/withdrawals'), 'withdrawals').map(readWithdrawal),
      async step() {
        const step = field(await ask('POST', '/step'), 'step');
        return step === null ? undefined : readStep(readObject(step, 'step'));
      },
      async reject(target) {
        if ('requestId' in target) {
          checkRequestId(target.requestId);
          await ask('POST', `/withdrawals/${target.requestId}/reject`);
        } else {
          const { txid, vout } = checkDepositId(target);
          await ask('POST', `/deposits/${txid}/${vout}/reject`);
        }
      },
      async pause() {
        await ask('PUT', '', { mode: 'manual' });
      },
      async resume() {
        await ask('PUT', '', { mode: 'auto' });
      },
      configuration: async () => readConfiguration(await ask('GET', '')),
      configure: async (change) => readConfiguration(await ask('PUT', '', { ...change, limits: textLimits(change.limits) })),
    } satisfies Omit<SbtcDevnet, keyof ReturnType<typeof sbtcNames>>,
    Object.getOwnPropertyDescriptors(sbtcNames(names, urls)),
  ) as SbtcDevnet;
}

/** Amounts are text in JSON. */
function textLimits(limits: object | undefined): object | undefined {
  if (limits === undefined) return undefined;
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, typeof value === 'bigint' ? `${value}` : value]));
}

function readDeposit(body: object): SbtcDeposit {
  return {
    txid: readText(body, 'txid'),
    vout: readNumber(body, 'vout'),
    amount: readBig(body, 'amount'),
    recipient: readText(body, 'recipient'),
    maxFee: readBig(body, 'maxFee'),
    lockTime: readNumber(body, 'lockTime'),
    depositScript: readText(body, 'depositScript'),
    reclaimScript: readText(body, 'reclaimScript'),
    ...readProgress(body),
    ...(field(body, 'replacedByTx') === undefined ? {} : { replacedByTx: readText(body, 'replacedByTx') }),
  };
}

function readWithdrawal(body: object): SbtcWithdrawal {
  return {
    requestId: readBig(body, 'requestId'),
    amount: readBig(body, 'amount'),
    maxFee: readBig(body, 'maxFee'),
    sender: readText(body, 'sender'),
    address: readText(body, 'address'),
    ...(field(body, 'txid') === undefined ? {} : { txid: readText(body, 'txid') }),
    ...readProgress(body),
  };
}

function readProgress(body: object): Pick<SbtcDeposit, 'status' | 'statusMessage' | 'sweepTxid' | 'fulfillment'> {
  const fulfillment = field(body, 'fulfillment');
  return {
    status: readOneOf(body, 'status', BRIDGE_STATUSES),
    statusMessage: readText(body, 'statusMessage'),
    ...(field(body, 'sweepTxid') === undefined ? {} : { sweepTxid: readText(body, 'sweepTxid') }),
    ...(fulfillment === undefined ? {} : { fulfillment: readFulfillment(readObject(fulfillment, 'fulfillment')) }),
  };
}

function readFulfillment(body: object): SbtcFulfillment {
  return {
    bitcoinTxid: readText(body, 'bitcoinTxid'),
    bitcoinBlockHash: readText(body, 'bitcoinBlockHash'),
    bitcoinBlockHeight: readNumber(body, 'bitcoinBlockHeight'),
    ...(field(body, 'stacksTxid') === undefined ? {} : { stacksTxid: readText(body, 'stacksTxid') }),
    fee: readBig(body, 'fee'),
  };
}

function readStep(body: object): BridgeStep {
  const txid = readText(body, 'txid');
  const ids = (name: string): bigint[] => listOf(field(body, name), name).map((id) => readBig({ id }, 'id'));
  const outputs = () => rows(body, 'deposits').map((row) => ({ txid: readText(row, 'txid'), vout: readNumber(row, 'vout') }));
  const type = readOneOf(body, 'type', ['sweep', 'mint', 'withdrawals']);
  if (type === 'sweep') return { type, txid, deposits: outputs(), withdrawals: ids('withdrawals') };
  if (type === 'mint') return { type, txid, deposits: outputs() };
  return { type, txid, accepted: ids('accepted'), rejected: ids('rejected') };
}

function readConfiguration(body: object): BridgeConfiguration {
  const limits = readObject(field(body, 'limits'), 'limits');
  const amount = (name: string): bigint | null => (field(limits, name) === null ? null : readBig(limits, name));
  return {
    mode: readOneOf(body, 'mode', MODES),
    feeRate: readNumber(body, 'feeRate'),
    depositConfirmations: readNumber(body, 'depositConfirmations'),
    sweepConfirmations: readNumber(body, 'sweepConfirmations'),
    withdrawalConfirmations: readNumber(body, 'withdrawalConfirmations'),
    withdrawalExpiry: readNumber(body, 'withdrawalExpiry'),
    limits: {
      pegCap: amount('pegCap'),
      perDepositMinimum: amount('perDepositMinimum'),
      perDepositCap: amount('perDepositCap'),
      perWithdrawalCap: amount('perWithdrawalCap'),
      rollingWithdrawalBlocks: field(limits, 'rollingWithdrawalBlocks') === null ? null : readNumber(limits, 'rollingWithdrawalBlocks'),
      rollingWithdrawalCap: amount('rollingWithdrawalCap'),
    },
  };
}

function rows(body: object, name: string): object[] {
  return listOf(field(body, name), name).map((row: Json) => readObject(row, name));
}
