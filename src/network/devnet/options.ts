import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';

const WAIT = ['timeoutMs', 'signal'] as const;
const SEND = [...WAIT, 'as', 'fee', 'wait', 'expect'] as const;

/** The options of calls, by what error messages call them. */
const OPTIONS = {
  waitForTx: WAIT,
  'bitcoin.waitForTx': [...WAIT, 'confirmations'],
  waitForAnchor: [...WAIT, 'confirmations'],
  mineUntil: WAIT,
  faucet: [...WAIT, 'amount', 'wait', 'stacking'],
  call: [...SEND, 'postConditions', 'postConditionMode'],
  read: ['as'],
  deploy: [...SEND, 'name', 'source', 'clarityVersion'],
  transfer: [...SEND, 'to', 'amount', 'memo'],
  deposit: [...WAIT, 'recipient', 'amount', 'maxFee', 'lockTime', 'reclaimKey', 'wait'],
  withdraw: [...WAIT, 'account', 'amount', 'address', 'maxFee', 'wait'],
  waitForDeposit: [...WAIT, 'status'],
  waitForWithdrawal: [...WAIT, 'status'],
} as const satisfies Record<string, readonly string[]>;

/** Checks that a call has no unknown option, for example `timeout` for `timeoutMs`. @throws DevnetError INVALID_INPUT */
export function checkOptions(call: keyof typeof OPTIONS, options: unknown): void {
  if (options === undefined) return;
  const names = OPTIONS[call];
  if (!isRecord(options)) throw invalid('options', `an object with ${names.join(', ')}`, options);
  const unknown = Object.keys(options).find((name) => options[name] !== undefined && !names.some((known) => known === name));
  if (unknown !== undefined) throw unknownName(unknown, `option of ${call}`, names, `The options are ${names.join(', ')}.`);
}
