import { DevnetError, messageOf } from '../error.js';
import { Missing } from '../missing.js';
import { showValue } from '../show-value.js';

type Step = string | number;

/** A stored value that is not what its schema describes. The message says where it is. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** Names of fields and places in lists, the outermost first. */
  readonly path: readonly Step[];
  readonly expected: string;
  readonly received: string | undefined;

  constructor(expected: string, received: string | undefined, path: readonly Step[] = []) {
    super(`${path.length === 0 ? '' : `${showPath(path)}: `}expected ${expected}${received === undefined ? '' : `, received ${received}`}`);
    this.path = path;
    this.expected = expected;
    this.received = received;
  }

  /** `bitcoin.wallets[0].name` */
  get place(): string {
    return showPath(this.path);
  }
}

/** Keys are longer. */
const SHOWN = 20;

/** Text that may be a key is not shown. */
export function malformed(expected: string, value: unknown): FormatError {
  return new FormatError(
    expected,
    typeof value === 'string' && value.length > SHOWN ? `text of ${value.length} characters` : showValue(value),
  );
}

/** Runs `read`, whose errors become a {@link FormatError} that names the field or the place in a list. */
export function at<T>(step: Step, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw within(step, error);
  }
}

/** As `at`, for what takes longer. */
export async function atAsync<T>(step: Step, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw within(step, error);
  }
}

function within(step: Step, error: unknown): unknown {
  if (error instanceof FormatError) return new FormatError(error.expected, error.received, [step, ...error.path]);
  // A message for users already, or a task that is repeated once the origin of a fork has answered.
  if (error instanceof DevnetError || error instanceof Missing) return error;
  return new FormatError('what this program writes', messageOf(error), [step]);
}

function showPath(path: readonly Step[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
