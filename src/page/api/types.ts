import type { Answer, accountsAnswer } from '../../network/answers.js';

/** The answers of the gateway, as far as this page reads them. */

export type Page<T> = { total: number; limit: number; offset: number; results: T[] };
export type CursorPage<T> = { total: number; limit: number; cursor: { next: string | null; previous: string | null }; results: T[] };

export type { DevnetStatus as Status, SnapshotInfo as Snapshot } from '../../network/data.js';
export type { MiningMode } from '../../stacks/mining-mode.js';
export type Account = Answer<typeof accountsAnswer>['accounts'][number];

export type NodeInfo = {
  burn_block_height: number;
  stacks_tip_height: number;
  tenure_height?: number;
  network_id: number;
  server_version: string;
};
export type Pox = {
  current_cycle: { id: number };
  next_cycle: { blocks_until_prepare_phase: number; blocks_until_reward_phase: number };
};

export type Block = {
  height: number;
  hash: string;
  index_block_hash: string;
  parent_index_block_hash: string;
  block_time: number;
  tenure_height: number;
  burn_block_height: number;
  burn_block_hash: string;
  tx_count: number;
  miner_txid: string;
  execution_cost_runtime: number;
  execution_cost_read_count: number;
  execution_cost_write_count: number;
};
export type BurnBlock = {
  burn_block_height: number;
  burn_block_hash: string;
  burn_block_time: number;
  stacks_blocks: string[];
  total_tx_count: number;
};

export type Repr = { hex: string; repr: string };
/** A transaction in a list. */
export type TxSummary = {
  tx_id: string;
  sender: { address: string; nonce: number };
  fee_rate: string;
  block?: { height: number; time: number };
  receipt_time?: number;
  status: string;
  type: string;
  contract_call?: { contract_id: string; function_name: string };
  smart_contract?: { contract_id: string };
  token_transfer?: { recipient?: string; recipient_address?: string; amount: string };
};
export type TxEvent = {
  event_index: number;
  event_type: string;
  asset?: {
    asset_event_type: string;
    asset_id?: string;
    sender?: string;
    recipient?: string;
    amount?: string;
    value?: Repr;
    memo?: string;
  };
  contract_log?: { contract_id: string; topic: string; value: Repr };
  stx_lock_event?: { locked_amount: string; unlock_height: number; locked_address: string };
};
export type PostCondition = {
  type: 'stx' | 'fungible' | 'non_fungible';
  condition_code: string;
  amount?: string;
  principal: { type_id: string; address?: string; contract_name?: string };
  asset?: { asset_name: string; contract_address: string; contract_name: string };
  asset_value?: Repr;
};
export type Tx = {
  tx_id: string;
  nonce: number;
  fee_rate: string;
  sender_address: string;
  sponsored: boolean;
  sponsor_address?: string;
  post_condition_mode: string;
  post_conditions: PostCondition[];
  block_hash?: string;
  block_height?: number;
  block_time?: number;
  burn_block_height?: number;
  receipt_time?: number;
  tx_status: string;
  tx_type: string;
  tx_result?: Repr;
  event_count?: number;
  events?: TxEvent[];
  execution_cost_runtime?: number;
  execution_cost_read_count?: number;
  execution_cost_write_count?: number;
  vm_error?: string | null;
  contract_call?: {
    contract_id: string;
    function_name: string;
    function_args?: (Repr & { name: string; type: string })[];
  };
  smart_contract?: { contract_id: string; clarity_version: number | null; source_code: string };
  token_transfer?: { recipient_address: string; amount: string; memo: string };
};

export type TraceCall = {
  contract: string;
  function?: string;
  args: string[];
  result?: string;
  events: { type: string; args: string[]; at: Place; callsBefore: number }[];
  at: Place;
  calls: TraceCall[];
};
type Place = { contract: string; line: number; column: number };
export type Trace = {
  reason?: string;
  origin?: Place & { expression: string; stack: string[] };
  call?: TraceCall;
  truncated?: boolean;
};

/** Esplora's. Amounts are sats. */
type BtcStatus = { confirmed: boolean; block_height?: number; block_hash?: string; block_time?: number };
type BtcOutput = {
  scriptpubkey: string;
  scriptpubkey_address?: string;
  scriptpubkey_type: string;
  scriptpubkey_asm: string;
  value: number;
};
export type BtcTx = {
  txid: string;
  fee: number;
  size: number;
  weight: number;
  vin: { txid: string; vout: number; is_coinbase: boolean; prevout: BtcOutput | null; witness?: string[] }[];
  vout: BtcOutput[];
  status: BtcStatus;
};
type BtcStats = { funded_txo_count: number; funded_txo_sum: number; spent_txo_count: number; spent_txo_sum: number; tx_count: number };
export type BtcAddress = { address: string; chain_stats: BtcStats; mempool_stats: BtcStats };
export type BtcBlock = { id: string; height: number; timestamp: number; size: number; weight: number; tx_count: number };

export type BtcOutspend = { spent: boolean; txid?: string; vin?: number };

/** What ended a deposit or a withdrawal, on both chains. */
type Fulfillment = { bitcoinTxid: string; stacksTxid: string };
export type Deposit = {
  txid: string;
  vout: number;
  amount: string;
  recipient: string;
  status: string;
  statusMessage: string;
  sweepTxid?: string;
  fulfillment?: Fulfillment;
};
export type Withdrawal = {
  requestId: string;
  amount: string;
  sender: string;
  address: string;
  status: string;
  statusMessage: string;
  txid?: string;
  sweepTxid?: string;
  fulfillment?: Fulfillment;
};

export type AbiFunction = {
  name: string;
  access: 'public' | 'read_only' | 'private';
  args: { name: string; type: AbiType }[];
  outputs: { type: AbiType };
};
export type AbiType =
  | string
  | { optional: AbiType }
  | { response: { ok: AbiType; error: AbiType } }
  | { list: { type: AbiType; length: number } }
  | { tuple: { name: string; type: AbiType }[] }
  | { buffer: { length: number } }
  | { 'string-ascii': { length: number } }
  | { 'string-utf8': { length: number } };
export type Abi = {
  functions: AbiFunction[];
  variables: { name: string; type: AbiType; access: string }[];
  maps: { name: string; key: AbiType; value: AbiType }[];
  fungible_tokens: { name: string }[];
  non_fungible_tokens: { name: string; type: AbiType }[];
  epoch?: string;
  clarity_version?: string;
};
