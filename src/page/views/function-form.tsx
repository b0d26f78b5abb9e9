import { useSignal } from '@preact/signals';
import { ApiError, request } from '../api/http.js';
import type { AbiFunction } from '../api/types.js';
import { callContract, readArguments, readContract } from '../clarity/call.js';
import { typeText } from '../clarity/types.js';
import { noteChange } from '../live/changes.js';
import { accounts } from '../live/network.js';
import { ArgumentFields } from '../parts/argument-fields.js';
import { Named } from '../parts/id.js';
import { Value } from '../parts/values.js';
import { link } from '../router.js';

/** A form for one function. Reads show their value below; calls need an account of the network. */
export function FunctionForm({ contract, fn }: { contract: string; fn: AbiFunction }) {
  const texts = useSignal<readonly string[]>(fn.args.map(() => ''));
  const as = useSignal('wallet_1');
  const result = useSignal<Result | undefined>(undefined);
  const isRunning = useSignal(false);
  const [address = ''] = contract.split('.');
  const isRead = fn.access === 'read_only';
  const canCall = accounts.value.length > 0;

  const read = async (): Promise<Result> => {
    const args = readArguments(fn, texts.value, address);
    const sender = accounts.value.find(({ name }) => name === as.value)?.stx.address ?? address;
    return { text: await readContract(contract, fn.name, args, sender), isError: false };
  };
  const call = async (): Promise<Result> => {
    const account = accounts.value.find(({ name }) => name === as.value) ?? accounts.value[0];
    if (account === undefined) throw new Error('This network has no account to call with.');
    return settled(await callContract(account, contract, fn.name, readArguments(fn, texts.value, address)));
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isRunning.value) return;
    isRunning.value = true;
    try {
      result.value = await (isRead ? read() : call());
    } catch (error) {
      result.value = { text: error instanceof Error ? error.message : String(error), isError: true };
    }
    isRunning.value = false;
    if (!isRead) noteChange();
  };

  return (
    <details class="function">
      <summary>
        <code>
          {fn.name}
          <span class="muted">{fn.args.map(({ name }) => ` ${name}`).join('')}</span>
        </code>
      </summary>
      <form aria-label={fn.name} aria-busy={isRunning.value} onSubmit={submit}>
        <ArgumentFields args={fn.args} texts={texts} />
        {!isRead && canCall && (
          <label>
            As
            <select
              value={as.value}
              onChange={({ currentTarget }) => {
                as.value = currentTarget.value;
              }}
            >
              {accounts.value.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {(isRead || canCall) && <button type="submit">{isRead ? 'Read' : 'Call'}</button>}
        <p class="muted returns">
          returns <code>{typeText(fn.outputs.type)}</code>
        </p>
      </form>
      <div role="status">{result.value !== undefined && <ResultView result={result.value} />}</div>
    </details>
  );
}

/** How a call or a read ended. */
type Result = {
  text: string;
  isError: boolean;
  /** Why a call failed, and where. */
  reason?: string | undefined;
  origin?: { contract: string; line: number } | undefined;
  txid?: string;
};

function ResultView({ result: { text, isError, reason, origin, txid } }: { result: Result }) {
  return (
    <div class={isError ? 'result bad' : 'result'}>
      <Value text={text} />
      {reason !== undefined && (
        <p class="reason">
          <Named text={reason} />
        </p>
      )}
      {(origin !== undefined || txid !== undefined) && (
        <p>
          {origin !== undefined && <a href={link('contract', origin.contract, { line: origin.line })}>line {origin.line}</a>}
          {origin !== undefined && txid !== undefined && ' · '}
          {txid !== undefined && <a href={link('tx', txid)}>transaction</a>}
        </p>
      )}
    </div>
  );
}

type Receipt = { status: string; result: { repr: string }; reason?: string; origin?: { contract: string; line: number } };

/** Waits for the block of a call. With manual mining it stays pending. */
async function settled(txid: string): Promise<Result> {
  try {
    const { status, result, reason, origin } = await request<Receipt>(`/devnet/v1/tx/${txid}/wait?timeoutMs=4000&chain=stacks`);
    return { text: result.repr, isError: status !== 'success', reason, origin, txid };
  } catch (error) {
    if (error instanceof ApiError && error.status === 408) return { text: 'pending: no block has it yet', isError: false, txid };
    throw error;
  }
}
