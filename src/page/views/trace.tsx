import { traceSteps } from '../../stacks/trace.js';
import { useQuery } from '../api/query.js';
import type { Trace, TraceCall } from '../api/types.js';
import { fromRepr } from '../clarity/repr.js';
import { Named, Principal } from '../parts/id.js';
import { Empty, Loaded, Section } from '../parts/layout.js';
import { Value } from '../parts/values.js';
import { link } from '../router.js';

type Props = { id: string; isFailure: boolean; vmError?: string | null | undefined };

/** The calls of a transaction, and why it failed. */
export function TraceSection({ id, isFailure, vmError }: Props) {
  const query = useQuery<Trace>(`/devnet/v1/tx/${encodeURIComponent(id)}/trace`, { live: false });
  return (
    <Section title={isFailure ? 'Why it failed' : 'Calls'}>
      <Loaded query={query} missing={vmError ?? 'This engine does not trace transactions.'}>
        {(trace) => <TraceView trace={trace} />}
      </Loaded>
    </Section>
  );
}

function TraceView({ trace: { reason, origin, call, truncated } }: { trace: Trace }) {
  return (
    <>
      {reason !== undefined && (
        <p class="bad reason">
          <Named text={reason} />
        </p>
      )}
      {origin !== undefined && (
        <div class="origin">
          <a href={link('contract', origin.contract, { line: origin.line })}>
            line {origin.line}, column {origin.column}
          </a>{' '}
          of <Principal id={origin.contract} bare />
          <Value text={origin.expression} />
        </div>
      )}
      {call !== undefined ? (
        <ul class="calls">
          <Call call={call} depth={0} />
        </ul>
      ) : (
        reason === undefined && <Empty>The transaction ran no contract.</Empty>
      )}
      {truncated === true && <p class="muted">More than 10,000 calls: the rest is missing.</p>}
    </>
  );
}

/** Deeper calls are folded at first. */
const OPEN_DEPTH = 4;

/** What a line shows of a text, in characters. */
const LONGEST = 300;

function Call({ call, depth }: { call: TraceCall; depth: number }) {
  const { contract, function: fn, args, result, at } = call;
  const name = contract.slice(contract.indexOf('.') + 1);
  const steps = traceSteps(call);
  const inner = steps.length > 0 && (
    <ul>
      {steps.map((step, index) =>
        step.call !== undefined ? (
          <Call key={index} call={step.call} depth={depth + 1} />
        ) : (
          <li key={index} class="muted step">
            <code>
              {step.event.type} <Text text={step.event.args.map(fromRepr).join(' ')} />
            </code>
          </li>
        ),
      )}
    </ul>
  );
  return (
    <li>
      <details open={depth < OPEN_DEPTH}>
        <summary>
          <code>
            <span class="callee">{fn === undefined ? `deploy ${name}` : `${name}.${fn}`}</span>{' '}
            <Text text={args.map(fromRepr).join(' ')} plain />
            <span class={result === undefined || result.startsWith('(err ') ? 'bad' : 'muted'}>
              {' → '}
              {result === undefined ? 'failed' : <Text text={fromRepr(result)} plain />}
            </span>
          </code>
        </summary>
        <div class="muted place">
          <Principal id={contract} bare />
          {depth === 0 ? ', defined at ' : ', called at '}
          <a href={link('contract', at.contract, { line: at.line })}>line {at.line}</a>
          {at.contract !== contract && (
            <>
              {' of '}
              <Principal id={at.contract} bare />
            </>
          )}
        </div>
        {inner}
      </details>
    </li>
  );
}

function Text({ text, plain = false }: { text: string; plain?: boolean }) {
  return <Named text={text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text} plain={plain} />;
}
