import { useSignal } from '@preact/signals';
import { request } from '../api/http.js';
import type { AbiFunction } from '../api/types.js';
import { callContract, readArguments, readContract } from '../clarity/call.js';
import { example, typeText } from '../clarity/types.js';
import { accounts } from '../live/network.js';
import { perform } from '../parts/action.js';
import { Value } from '../parts/values.js';
import { link } from '../router.js';

/** A form for one function. Reads show their value below; calls need an account of the network. */
export function FunctionForm({ contract, fn }: { contract: string; fn: AbiFunction }) {
  const texts = useSignal<readonly string[]>(fn.args.map(() => ''));
  const as = useSignal('wallet_1');
  const result = useSignal<{ text: string; isError: boolean } | undefined>(undefined);
  const isRunning = useSignal(false);
  const [address = ''] = contract.split('.');
  const isRead = fn.access === 'read_only';
  const canCall = accounts.value.length > 0;

  const read = async (): Promise<void> => {
    try {
      const args = readArguments(fn, texts.value, address);
      const sender = accounts.value.find(({ name }) => name === as.value)?.stx.address ?? address;
      result.value = { isError: false, text: await readContract(contract, fn.name, args, sender) };
    } catch (error) {
      result.value = { isError: true, text: error instanceof Error ? error.message : String(error) };
    }
  };
  const call = (): Promise<void> =>
    perform(async () => {
      const account = accounts.value.find(({ name }) => name === as.value) ?? accounts.value[0];
      if (account === undefined) throw new Error('This network has no account to call with.');
      const txid = await callContract(account, contract, fn.name, readArguments(fn, texts.value, address));
      const { status, result: value } = await settled(txid);
      if (status === undefined) return { text: `${fn.name} is pending.`, href: link('tx', txid) };
      if (status !== 'success') throw new Error(`${fn.name} aborted: ${value}.`);
      return { text: `${fn.name} returned ${value}.`, href: link('tx', txid) };
    });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isRunning.value) return;
    isRunning.value = true;
    await (isRead ? read() : call());
    isRunning.value = false;
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
        {fn.args.map(({ name, type }, index) => (
          <label key={name} class="grow">
            <span>
              {name} <span class="muted">{typeText(type)}</span>
            </span>
            <input
              type="text"
              class="code"
              spellcheck={false}
              autocomplete="off"
              placeholder={example(type)}
              value={texts.value[index] ?? ''}
              onInput={({ currentTarget }) => {
                texts.value = texts.value.with(index, currentTarget.value);
              }}
            />
          </label>
        ))}
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
      <div role="status">
        {result.value !== undefined && (
          <div class={result.value.isError ? 'result bad' : 'result'}>
            <Value text={result.value.text} />
          </div>
        )}
      </div>
    </details>
  );
}

type Receipt = { status: string; result: { repr: string } };

/** Waits for the block of a call. With manual mining it stays pending. */
async function settled(txid: string): Promise<{ status?: string; result?: string }> {
  try {
    const { status, result } = await request<Receipt>(`/devnet/v1/tx/${txid}/wait?timeoutMs=4000&chain=stacks`);
    return { status, result: result.repr.length > 200 ? `${result.repr.slice(0, 200)}…` : result.repr };
  } catch {
    return {};
  }
}
