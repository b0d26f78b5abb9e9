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
    await simplerIn(steps[at], (value) => attempt([...steps.slice(0, at), value as Step, ...steps.slice(at + 1)]), mayGoOn);
  }
}

type Attempt = (value: unknown) => Promise<boolean>;

/** Makes a value simpler as long as attempts succeed, and returns what is left. What was simplified already is not tried again. */
async function simplerIn(given: unknown, attempt: Attempt, mayGoOn: () => boolean): Promise<unknown> {
  let value = given;
  const take = async (candidate: unknown): Promise<boolean> => {
    if (!mayGoOn() || !(await attempt(candidate))) return false;
    value = candidate;
    return true;
  };
  if (Array.isArray(value)) {
    for (let size = Math.ceil(value.length / 2); size > 0 && mayGoOn(); size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let end = (value as unknown[]).length; end > 0; end -= size) {
        await take((value as unknown[]).toSpliced(Math.max(0, end - size), Math.min(size, end)));
      }
    }
    for (let at = 0; at < (value as unknown[]).length && mayGoOn(); at++) {
      // A list may be as good as one of its parts.
      for (let isSimpler = true; isSimpler; ) {
        isSimpler = false;
        const item: unknown = (value as unknown[])[at];
        for (const part of Array.isArray(item) ? item : []) isSimpler ||= await take((value as unknown[]).with(at, part));
      }
      await simplerIn((value as unknown[])[at], (item) => take((value as unknown[]).with(at, item)), mayGoOn);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      if (await take(rest)) continue;
      await simplerIn((value as Record<string, unknown>)[key], (inner) => take({ ...(value as object), [key]: inner }), mayGoOn);
    }
  } else {
    for (let isSimpler = true; isSimpler && mayGoOn(); ) {
      isSimpler = false;
      for (const simpler of simplerValues(value)) {
        isSimpler = await take(simpler);
        if (isSimpler) break;
      }
    }
  }
  return value;
}

/** Values that are a little simpler than a number, a text or a condition, the simplest first. */
function* simplerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'number') {
    if (value !== 0) yield 0;
    if (!Number.isFinite(value)) return;
    const half = Math.trunc(value / 2);
    if (half !== 0 && half !== value) yield half;
    if (!Number.isInteger(value)) yield Math.trunc(value);
  } else if (value === true) yield false;
  else if (typeof value === 'string' && value !== '') {
    yield '';
    if (value.length > 2) yield value.slice(0, value.length >> 1);
  }
}
