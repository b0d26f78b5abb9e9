import { randomBytes } from 'node:crypto';
import { DevnetError } from '../../../base/error.js';
import { callValue } from '../../../network/contract.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import { signCall, signDeploy, signTransfer } from '../../../stacks/signing.js';
import type { Names } from './names.js';
import { OK_TRUE, type Outcome, outcomeOf, printedOutcome, readValues, TRUE } from './outcome.js';
import type { Reads } from './reads.js';
import type { Order, Transactor } from './transact.js';

/** A transaction of a simnet with serialized arguments: one of the three. */
export type SessionTx =
  | { type: 'call'; contract: string; method: string; args: string[]; sender: string }
  | { type: 'deploy'; name: string; content: string; clarityVersion: number | undefined; sender: string }
  | { type: 'transfer'; amount: bigint; recipient: string; sender: string };

type Transfer = SessionTx & { type: 'transfer' };

/** A transaction to send. */
type Step = { order: Order; read(receipt: StacksTxReceipt): Outcome };

type CallParts = { reads: Reads; names: Names; send: Transactor['send'] };

/** The most that a transfer on the chain can say. */
const MAX_U64 = 2n ** 64n - 1n;
/** Why a node refuses a transfer that `stx-transfer?` refuses as well. */
const UNPAYABLE: ReadonlySet<string> = new Set(['NotEnoughFunds', 'TransferAmountMustBePositive', 'TransferRecipientCannotEqualSender']);

/** What a simnet does by transactions. */
export function createCalls({ reads, names, send }: CallParts) {
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
  const transfer = ({ amount, recipient, sender }: Transfer): Step => ({
    order: { sender, sign: (signing) => signTransfer({ ...signing, recipient: names.toNetwork(recipient), amount, memo: '' }) },
    read: (receipt) => outcomeOf(receipt, receipt.status === 'success' ? OK_TRUE : receipt.result.hex, names),
  });
  /**
   * Makes a contract that transfers when it is deployed, and prints what that returns. A node takes it whatever the sender has, so that its
   * block decides.
   */
  const transferByCode = ({ amount, recipient, sender }: Transfer): Step => {
    const source = `(print (stx-transfer? u${amount} tx-sender '${names.toNetwork(recipient)}))`;
    // Names that are not used again: a restored network must not get the same transaction twice.
    const name = `transfer-${randomBytes(8).toString('hex')}`;
    return {
      order: { sender, sign: (signing) => signDeploy({ ...signing, name, source, clarityVersion: undefined }) },
      read: (receipt) => printedOutcome(outcomeOf(receipt, TRUE, names)),
    };
  };
  const prepare = async (tx: SessionTx): Promise<Step> => {
    if (tx.type === 'call') return call(tx);
    return tx.type === 'deploy' ? deploy(tx) : transferByCode(tx);
  };
  const executeSteps = async (steps: readonly Step[]): Promise<Outcome[]> => {
    const receipts = await send(steps.map(({ order }) => order));
    return steps.map((step, at) => step.read(receipts[at] as StacksTxReceipt));
  };
  /** A transfer that is alone in its block is a transfer on the chain, too, unless the node says that no block can have it. */
  const transferAlone = async (tx: Transfer): Promise<Outcome[]> => {
    if (tx.amount > MAX_U64) return executeSteps([transferByCode(tx)]);
    try {
      return await executeSteps([transfer(tx)]);
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'REJECTED' && UNPAYABLE.has(error.reason ?? ''))) throw error;
      return executeSteps([transferByCode(tx)]);
    }
  };

  return {
    /**
     * Executes transactions in this order. @returns what each returned @throws DevnetError REJECTED for the first that failed at runtime
     */
    async execute(txs: readonly SessionTx[]): Promise<Outcome[]> {
      const [first] = txs;
      if (first?.type === 'transfer' && txs.length === 1) return transferAlone(first);
      const steps: Step[] = [];
      for (const tx of txs) steps.push(await prepare(tx));
      return executeSteps(steps);
    },
    /** The ids of contracts that were deployed, some of them maybe before a restore. */
    deployed: (): readonly string[] => [...deployed],
  };
}

function failed(what: string, { reason }: StacksTxReceipt): DevnetError {
  return new DevnetError('REJECTED', `${what}: ${reason}`, { reason });
}
