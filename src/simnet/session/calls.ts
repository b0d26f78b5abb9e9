import { signCall } from '../../chains/stacks/call.js';
import type { StacksClient } from '../../chains/stacks/client/client.js';
import { signDeploy } from '../../chains/stacks/deploy.js';
import type { StacksTxReceipt } from '../../chains/stacks/receipt/receipt.js';
import { signTransfer } from '../../chains/stacks/transfer.js';
import { callValue } from '../../devnet/contract/call-value.js';
import { DevnetError } from '../../error.js';
import type { Names } from './names.js';
import { errorResult, OK_TRUE, type Outcome, outcomeOf, readValues, TRUE } from './outcome.js';
import type { Reads } from './reads.js';
import type { Order, Transactor } from './transact.js';

/** A transaction of a simnet with serialized arguments: one of the three. */
export type SessionTx =
  | { type: 'call'; contract: string; method: string; args: string[]; sender: string }
  | { type: 'deploy'; name: string; content: string; clarityVersion: number | undefined; sender: string }
  | { type: 'transfer'; amount: bigint; recipient: string; sender: string };

/** A transaction to send, or what it returns without being sent. */
type Step = { order: Order; read(receipt: StacksTxReceipt): Outcome } | { outcome: Outcome };

type CallParts = { rpc: Pick<StacksClient, 'account'>; reads: Reads; names: Names; send: Transactor['send'] };

/** What a simnet does by transactions. */
export function createCalls({ rpc, reads, names, send }: CallParts) {
  const deployed = new Set<string>();

  const call = async ({ contract: name, method: fn, args: given, sender }: SessionTx & { type: 'call' }): Promise<Step> => {
    const contract = reads.resolve(name);
    const { returns } = await reads.functionOf(contract, fn, 'public');
    const args = readValues(given.map(names.toNetwork));
    return {
      order: { sender, sign: (signing) => signCall({ ...signing, contract, fn, args }) },
      read(receipt) {
        if (callValue(receipt, returns) === undefined) throw failed(`Call contract function error: ${name}::${fn}`, receipt);
        return outcomeOf(receipt, receipt.result.hex, names);
      },
    };
  };
  const deploy = ({ name, content, clarityVersion, sender }: SessionTx & { type: 'deploy' }): Step => ({
    order: { sender, sign: (signing) => signDeploy({ ...signing, name, source: names.sourceToNetwork(content), clarityVersion }) },
    read(receipt) {
      const id = `${sender}.${name}`;
      if (receipt.status !== 'success') throw failed(`Contract deployment error: ${id}`, receipt);
      deployed.add(id);
      return outcomeOf(receipt, TRUE, names);
    },
  });
  const transfer = async ({ amount, recipient: given, sender }: SessionTx & { type: 'transfer' }): Promise<Step> => {
    const recipient = names.toNetwork(given);
    const code = await transferError({ amount, recipient, sender }, rpc);
    if (code !== undefined) return { outcome: { result: errorResult(code), events: [] } };
    return {
      order: { sender, sign: (signing) => signTransfer({ ...signing, recipient, amount, memo: '' }) },
      read: (receipt) => outcomeOf(receipt, receipt.status === 'success' ? OK_TRUE : receipt.result.hex, names),
    };
  };
  const prepare = async (tx: SessionTx): Promise<Step> => {
    if (tx.type === 'call') return call(tx);
    return tx.type === 'deploy' ? deploy(tx) : transfer(tx);
  };

  return {
    /**
     * Executes transactions in this order. @returns what each returned @throws DevnetError REJECTED for the first that failed at runtime
     */
    async execute(txs: readonly SessionTx[]): Promise<Outcome[]> {
      const steps: Step[] = [];
      for (const tx of txs) steps.push(await prepare(tx));
      const receipts = await send(steps.flatMap((step) => ('order' in step ? [step.order] : [])));
      return steps.map((step) => ('order' in step ? step.read(receipts.shift() as StacksTxReceipt) : step.outcome));
    },
    /** The ids of contracts that were deployed, some of them maybe before a restore. */
    deployed: (): readonly string[] => [...deployed],
  };
}

/** Returns the error of `stx-transfer?` for a transfer that a node refuses to put into a block. */
async function transferError(
  { amount, recipient, sender }: { amount: bigint; recipient: string; sender: string },
  rpc: Pick<StacksClient, 'account'>,
): Promise<number | undefined> {
  if (amount <= 0n) return 3;
  if (sender === recipient) return 2;
  return (await rpc.account(sender)).balance < amount ? 1 : undefined;
}

function failed(what: string, { reason }: StacksTxReceipt): DevnetError {
  return new DevnetError('REJECTED', `${what}: ${reason}`, { reason });
}
