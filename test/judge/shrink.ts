/**
 * Returns the shortest list of the simplest steps that still `fails`: parts are left out first, in halves, quarters and so on (delta
 * debugging), then the values in each step become simpler.
 * @param mayGoOn is asked before each attempt
 */
export async function shrink<Step>(
  given: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  mayGoOn: () => boolean = () => true,
): Promise<readonly Step[]> {
  let steps = given;
  const attempt = async (candidate: readonly Step[]): Promise<boolean> => {
    if (!mayGoOn() || !(await fails(candidate))) return false;
    steps = candidate;
    return true;
  };
  await leaveOut();
  for (let at = 0; at < steps.length; at++) await simplify(at);
  await leaveOut();
  return steps;

  async function leaveOut(): Promise<void> {
    for (let size = Math.ceil(steps.length / 2); size > 0 && mayGoOn(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
      // From the end: what comes last depends on what comes first.
      for (let end = steps.length; end > 0; end -= size) {
        const start = Math.max(0, end - size);
        if (steps.length > end - start) await attempt([...steps.slice(0, start), ...steps.slice(end)]);
      }
    }
  }

  async function simplify(at: number): Promise<void> {
    let isSimpler = true;
    while (isSimpler && mayGoOn()) {
      isSimpler = false;
      for (const simpler of simplerValues(steps[at])) {
        if (await attempt([...steps.slice(0, at), simpler as Step, ...steps.slice(at + 1)])) {
          isSimpler = true;
          break;
        }
      }
    }
  }
}

/** Values of JSON that are a little simpler than this one, the simplest first. */
export function* simplerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'number') {
    if (value !== 0) yield 0;
    if (!Number.isFinite(value)) return;
    const half = Math.trunc(value / 2);
    if (half !== 0 && half !== value) yield half;
    if (!Number.isInteger(value)) yield Math.trunc(value);
  } else if (Array.isArray(value)) {
    if (value.length > 2) yield value.slice(0, Math.ceil(value.length / 2));
    for (let at = value.length - 1; at >= 0; at--) yield value.toSpliced(at, 1);
    for (const [at, item] of value.entries()) for (const simpler of simplerValues(item)) yield value.with(at, simpler);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const { [key]: inner, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const simpler of simplerValues(inner)) yield { ...value, [key]: simpler };
    }
  } else if (value === true) yield false;
  else if (typeof value === 'string' && value !== '') {
    yield '';
    if (value.length > 2) yield value.slice(0, value.length >> 1);
  }
}
