/**
 * Runs all closers, last first, even if some fail.
 * @throws the only error, or an AggregateError of several
 */
export async function closeAll(closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of [...closers].reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'several parts did not close');
}
