import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Answer } from './answer.js';

/**
 * The Clarity of stacks-core 4.0.2 in a process that takes and gives JSON lines. It is built beside the project; only tools that record
 * answers and compare with it by hand use it.
 */
export class Oracle {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  readonly #waiting: ((line: string) => void)[] = [];

  /** @param path of the program */
  constructor(path: string) {
    this.#process = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout });
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line));
  }

  /** Sends a request. Answers come in the order of requests. */
  async ask(request: object): Promise<OracleAnswer> {
    const line = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse(await line);
  }

  [Symbol.dispose](): void {
    this.#process.stdin.end();
  }
}

type OracleEvent = { readonly type: string; readonly [body: string]: unknown };

/** @see answerOfOracle */
export type OracleAnswer = {
  readonly panic?: string;
  readonly ok: boolean;
  readonly result?: string | null;
  readonly events: readonly OracleEvent[];
  readonly assets: {
    readonly stx: Readonly<Record<string, string>>;
    readonly burns: Readonly<Record<string, string>>;
    readonly stacking: Readonly<Record<string, string>>;
    readonly pox: readonly string[];
    readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly assets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
  readonly cost: Readonly<Record<'runtime' | 'readCount' | 'readLength' | 'writeCount' | 'writeLength' | 'memory', number>>;
  readonly interface?: string;
  readonly error: {
    readonly stage: string;
    readonly debug: string;
    readonly display?: string;
    readonly vmError?: string;
    readonly isCost?: boolean;
    readonly rejects?: boolean;
  };
};

/** Returns an answer in the form of this project's own. */
export function answerOfOracle({ panic, ok, result, events, assets, cost, error, ...more }: OracleAnswer): Answer {
  if (panic !== undefined) throw new Error(`The oracle panics: ${panic}`);
  const { runtime, readCount, readLength, writeCount, writeLength, memory } = cost;
  const common = { cost: [runtime, readCount, readLength, writeCount, writeLength], interface: more.interface ?? undefined };
  if (!ok) return { ...common, failure: failureOf(error), events: [], assets: [], result: undefined, memory: undefined };
  const hex = typeof result === 'string' ? withoutPrefix(result) : undefined;
  return { ...common, result: hex, failure: undefined, events: events.map(eventText), assets: assetTexts(assets), memory };
}

function failureOf({ stage, debug, display, vmError, isCost, rejects }: OracleAnswer['error']): string {
  if (isCost === true) return 'too-expensive';
  if (rejects === true) return 'invalid';
  if (stage === 'parse' || stage === 'analysis') return `aborted ${vmError}`;
  return `aborted ${stage === 'early-return' ? display : debug}`;
}

/** In the form of `answer.ts`. */
function eventText(event: OracleEvent): string {
  const body = event[event.type] as Readonly<Record<string, string>>;
  const { sender, recipient, amount, memo, asset_identifier: asset, contract_identifier: contract, raw_value: value = '' } = body;
  switch (event.type) {
    case 'contract_event':
      return `print ${contract} ${withoutPrefix(value)}`;
    case 'stx_transfer_event':
      return `stx-transfer ${sender} ${recipient} ${amount} ${memo}`;
    case 'stx_mint_event':
      return `stx-mint ${recipient} ${amount}`;
    case 'stx_burn_event':
      return `stx-burn ${sender} ${amount}`;
    case 'stx_lock_event':
      return `stx-lock ${body['locked_address']} ${body['locked_amount']} ${body['unlock_height']} ${contract}`;
    case 'ft_transfer_event':
      return `ft-transfer ${asset} ${sender} ${recipient} ${amount}`;
    case 'ft_mint_event':
      return `ft-mint ${asset} ${recipient} ${amount}`;
    case 'ft_burn_event':
      return `ft-burn ${asset} ${sender} ${amount}`;
    case 'nft_transfer_event':
      return `nft-transfer ${asset} ${sender} ${recipient} ${withoutPrefix(value)}`;
    case 'nft_mint_event':
      return `nft-mint ${asset} ${recipient} ${withoutPrefix(value)}`;
    case 'nft_burn_event':
      return `nft-burn ${asset} ${sender} ${withoutPrefix(value)}`;
    default:
      throw new Error(`An event of type ${event.type}`);
  }
}

function assetTexts({ stx, burns, stacking, pox, tokens, assets }: OracleAnswer['assets']): string[] {
  const amounts = [
    ['stx', stx],
    ['burned', burns],
    ['stacked', stacking],
  ] as const;
  return [
    ...amounts.flatMap(([kind, owners]) => Object.entries(owners).map(([owner, amount]) => `${owner} ${kind} ${amount}`)),
    ...pox.map((owner) => `${owner} pox`),
    ...Object.entries(tokens).flatMap(([owner, held]) => Object.entries(held).map(([asset, amount]) => `${owner} ${asset} ${amount}`)),
    ...Object.entries(assets).flatMap(([owner, held]) => Object.entries(held).map(([asset, ids]) => `${owner} ${asset} ${ids.join(' ')}`)),
  ].sort();
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/, '');
}
