import { epochOfVariant } from './epochs.js';
import { fieldOf, parseRon, type Ron, structOf } from './ron.js';
import type { Ordered } from './rust/value.js';

/** Runtime, reads and their bytes, writes and their bytes. */
export type Costs = readonly number[];

/** What became of a transaction. */
type Expected = {
  /** The debug text of the transaction. */
  readonly transaction: string;
  readonly result: string;
  readonly error: string | undefined;
  readonly cost: Costs;
};

/** What a snapshot says of a block: it was refused, with a text, or accepted. */
export type ExpectedBlock = { readonly epoch: Ordered } & (
  | { readonly rejected: string }
  | { readonly rejected?: undefined; readonly transactions: readonly Expected[] }
);

/** Reads a file of `stackslib/src/chainstate/tests/snapshots`. */
export function parseSnapshot(source: string): ExpectedBlock[] {
  const blocks = parseRon(source.replace(/^---\n[\s\S]*?\n---\n/, '')) as readonly Ron[];
  return blocks.map((block) => {
    const { name, items } = structOf(block);
    const [outcome] = items;
    const epoch = epochOfVariant(structOf(fieldOf(outcome, 'evaluated_epoch')).name) as Ordered;
    if (name === 'Failure') return { epoch, rejected: fieldOf(outcome, 'error') as string };
    return { epoch, transactions: (fieldOf(outcome, 'transactions') as readonly Ron[]).map(expectedOf) };
  });
}

function expectedOf(transaction: Ron): Expected {
  const error = (fieldOf(transaction, 'vm_error') as string).replace(/ \[NON-CONSENSUS BREAKING\]$/, '');
  const cost = fieldOf(transaction, 'cost');
  const names = ['runtime', 'read_count', 'read_length', 'write_count', 'write_length'];
  return {
    transaction: fieldOf(transaction, 'tx') as string,
    result: display(fieldOf(transaction, 'return_type')),
    error: error === 'None' ? undefined : error.replace(/^Some\(([\s\S]*)\)$/, '$1'),
    cost: names.map((name) => Number(fieldOf(cost, name))),
  };
}

/** Returns a value as Clarity writes it. */
function display(value: Ron): string {
  const { name, items, fields } = structOf(value);
  const [inner] = items;
  switch (name) {
    case 'UInt':
      return `u${inner}`;
    case 'Int':
    case 'Bool':
      return `${inner}`;
    case 'Response':
      return `(${fieldOf(inner, 'committed') === true ? 'ok' : 'err'} ${display(fieldOf(inner, 'data'))})`;
    case 'Optional': {
      const data = structOf(fieldOf(inner, 'data'));
      return data.name === 'None' ? 'none' : `(some ${display(data.items[0] as Ron)})`;
    }
    default:
      throw new Error(`a value of kind ${name} (${[...fields.keys()].join(', ')}) in a snapshot`);
  }
}
