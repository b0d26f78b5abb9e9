import type { StacksClient } from '../../chains/stacks/client/client.js';
import { originAddress, payerAddress, transactionFee } from '../../chains/stacks/codec/transaction/transaction.js';
import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { DevnetEvent } from '../../devnet/types.js';
import { stxBalance } from '../extended/balances.js';
import { decodeRaw } from '../extended/decode-raw.js';
import type { StacksView } from '../extended/stacks-view.js';
import { showTransaction } from '../extended/transaction.js';
import type { GatewayDevnet } from '../services.js';
import { showBlock } from './block.js';
import type { Topic } from './topics.js';
import { flow, transfersOf } from './transfers.js';

/** A subscriber. */
type Subscriber = {
  wants(topic: Topic): boolean;
  /** @param subject what the topic is about: an address, or an asset and its value */
  send(topic: Topic, subject: readonly string[], update: object): void;
};

export type Updates = {
  /** @returns the function that ends it */
  add(subscriber: Subscriber): () => void;
  close(): void;
};

export type UpdateServices = {
  devnet: Pick<GatewayDevnet, 'subscribe'>;
  node: StacksClient;
  view: StacksView;
  onWarning?: ((message: string) => void) | undefined;
};

type StacksBlock = Extract<DevnetEvent, { type: 'stacks.block' }>;

/** Converts events of the Stacks chain to updates in the shapes of the API, in order, and only for topics with subscribers. */
export function createUpdates({ devnet, node, view, onWarning }: UpdateServices): Updates {
  const subscribers = new Set<Subscriber>();
  let last: StacksBlock | undefined;
  let work = Promise.resolve();

  const wanted = (topic: Topic): boolean => [...subscribers].some((subscriber) => subscriber.wants(topic));
  const send = (topic: Topic, subject: readonly string[], update: object): void => {
    for (const subscriber of [...subscribers]) if (subscriber.wants(topic)) subscriber.send(topic, subject, update);
  };
  const publishTransaction = async (txid: string, ...topics: Topic[]): Promise<void> => {
    const some = topics.filter(wanted);
    const shown = some.length === 0 ? undefined : await showTransaction(view, node, txid);
    if (shown !== undefined) for (const topic of some) send(topic, [], shown);
  };
  const tellMined = async (receipt: StacksReceipt, height: number): Promise<Set<string>> => {
    const { txid } = receipt;
    const { stx, nft, principals } = transfersOf(receipt, height);
    const transaction = decodeRaw(receipt.rawTx);
    const payer = payerAddress(transaction);
    principals.add(payer).add(originAddress(transaction));
    await publishTransaction(txid, `transaction:${txid}`);
    for (const address of [...principals].filter((principal) => wanted(`address-transaction:${principal}`))) {
      const tx = await showTransaction(view, node, txid);
      if (tx === undefined) continue;
      const paid = payer === address ? transactionFee(transaction) : 0n;
      const { tx_status, tx_type } = tx as { tx_status?: unknown; tx_type?: unknown };
      const stxTransfers = stx.filter(({ sender, recipient }) => sender === address || recipient === address);
      const update = { address, tx_id: txid, tx_status, tx_type, tx, ...flow(stx, address, paid), stx_transfers: stxTransfers };
      send(`address-transaction:${address}`, [address], update);
    }
    for (const transfer of nft) {
      const { asset_identifier: asset, value } = transfer;
      send('nft-event', [], transfer);
      send(`nft-asset-event:${asset}+${value.hex}`, [asset, value.hex], transfer);
      send(`nft-collection-event:${asset}`, [asset], transfer);
    }
    return principals;
  };
  const tellBlock = async (block: StacksBlock, parent: StacksBlock | undefined): Promise<void> => {
    if (wanted('block')) send('block', [], showBlock(block, parent?.height === block.height - 1 ? parent.blockHash : ''));
    const touched = new Set<string>();
    for (const receipt of block.receipts) for (const principal of await tellMined(receipt, block.height)) touched.add(principal);
    for (const address of touched) {
      const topic = `address-stx-balance:${address}`;
      if (wanted(topic)) send(topic, [address], { address, ...(await stxBalance(view, node, address)) });
    }
  };
  const publish = async (event: DevnetEvent, parent: StacksBlock | undefined): Promise<void> => {
    if (event.type === 'stacks.block') await tellBlock(event, parent);
    if (event.type === 'stacks.tx') await publishTransaction(event.txid, 'mempool', `transaction:${event.txid}`);
    if (event.type === 'stacks.dropped') await publishTransaction(event.txid, `transaction:${event.txid}`);
  };
  const unsubscribe = devnet.subscribe((event) => {
    const parent = last;
    if (event.type === 'stacks.block') last = event;
    if (subscribers.size === 0) return;
    work = work.then(() => publish(event, parent)).catch((error) => onWarning?.(`an update could not be sent: ${error}`));
  });

  return {
    add(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    close: unsubscribe,
  };
}
