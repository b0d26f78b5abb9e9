import { hexOf } from '../bytes.js';
import type { UserFunction } from '../contract.js';
import type { ContractEvent } from '../execution/event.js';
import type { Tracer } from '../execution/observation.js';
import type { Expression } from '../syntax/expression.js';
import { displayValue } from '../values/display.js';
import type { Value } from '../values/value.js';
import type { CallTrace, TraceCall, TraceEvent } from './types.js';

/** A call, unless there were too many before, and the contract that its code is in. */
type Frame = { call: TraceCall | undefined; contract: string };

const MAX_CALLS = 10_000;
const MAX_EVENTS = 10_000;
const MAX_VALUE = 2_000;

/** Records the calls of one execution. */
export class CallRecorder implements Tracer {
  readonly #frames: Frame[] = [];
  readonly #deploys: string | undefined;
  #root: TraceCall | undefined;
  #count = 0;
  #events = 0;

  /** @param deploys the contract that the execution deploys @default none */
  constructor(deploys?: string) {
    this.#deploys = deploys;
  }

  enter(fn: UserFunction, args: readonly Value[], at: Expression | undefined): void {
    const contract = fn.contract.id.text;
    if (++this.#count > MAX_CALLS) {
      this.#frames.push({ call: undefined, contract });
      return;
    }
    const parent = this.#frames.at(-1) ?? this.#deploy();
    const { span } = at ?? fn;
    const call: TraceCall = {
      contract,
      function: fn.name,
      args: args.map(show),
      result: undefined,
      events: [],
      at: { contract: parent?.contract ?? contract, line: span.startLine, column: span.startColumn },
      calls: [],
    };
    this.#root ??= call;
    parent?.call?.calls.push(call);
    this.#frames.push({ call, contract });
  }

  leave(result: Value | undefined): void {
    const frame = this.#frames.pop();
    if (frame?.call !== undefined && result !== undefined) frame.call.result = show(result);
  }

  event(event: ContractEvent, at: Expression | undefined): void {
    const frame = this.#frames.at(-1) ?? this.#deploy();
    if (frame?.call === undefined || at === undefined || ++this.#events > MAX_EVENTS) return;
    const { contract, call } = frame;
    const { startLine: line, startColumn: column } = at.span;
    call.events.push({ ...describe(event), at: { contract, line, column }, callsBefore: call.calls.length });
  }

  result(): CallTrace {
    return { ...(this.#root && { call: this.#root }), ...((this.#count > MAX_CALLS || this.#events > MAX_EVENTS) && { truncated: true }) };
  }

  /** The code at the top of a contract that is deployed is a call without a function. */
  #deploy(): Frame | undefined {
    if (this.#deploys === undefined) return undefined;
    const contract = this.#deploys;
    this.#root ??= { contract, args: [], result: undefined, events: [], at: { contract, line: 1, column: 1 }, calls: [] };
    return { call: this.#root, contract };
  }
}

/** An event as the call of a native function. */
function describe(event: ContractEvent): Pick<TraceEvent, 'type' | 'args'> {
  switch (event.type) {
    case 'print':
      return { type: 'print', args: [show(event.value)] };
    case 'stx-transfer': {
      const { amount, sender, recipient, memo } = event;
      const args = [`u${amount}`, sender.text, recipient.text];
      return memo.length === 0 ? { type: 'stx-transfer?', args } : { type: 'stx-transfer-memo?', args: [...args, `0x${hexOf(memo)}`] };
    }
    case 'stx-mint':
      return { type: 'stx-mint', args: [`u${event.amount}`, event.recipient.text] };
    case 'stx-burn':
      return { type: 'stx-burn?', args: [`u${event.amount}`, event.sender.text] };
    case 'stx-lock':
      return { type: 'stx-lock', args: [`u${event.amount}`, event.locked.text, `u${event.unlockHeight}`] };
    case 'ft-transfer':
      return { type: 'ft-transfer?', args: [tokenOf(event.asset), `u${event.amount}`, event.sender.text, event.recipient.text] };
    case 'ft-mint':
      return { type: 'ft-mint?', args: [tokenOf(event.asset), `u${event.amount}`, event.recipient.text] };
    case 'ft-burn':
      return { type: 'ft-burn?', args: [tokenOf(event.asset), `u${event.amount}`, event.sender.text] };
    case 'nft-transfer':
      return { type: 'nft-transfer?', args: [tokenOf(event.asset), show(event.value), event.sender.text, event.recipient.text] };
    case 'nft-mint':
      return { type: 'nft-mint?', args: [tokenOf(event.asset), show(event.value), event.recipient.text] };
    case 'nft-burn':
      return { type: 'nft-burn?', args: [tokenOf(event.asset), show(event.value), event.sender.text] };
  }
}

function tokenOf(asset: string): string {
  return asset.slice(asset.indexOf('::') + 2);
}

function show(value: Value): string {
  const text = displayValue(value);
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
}
