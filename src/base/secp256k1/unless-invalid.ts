/**
 * Runs a function of a library with inputs of the right lengths. Returns undefined if it throws one of the given messages, because a
 * value is no point of the curve, no private key or no signature. A test before the call would take a tenth of its time.
 */
export function unlessInvalid<T>(messages: RegExp, run: () => T | null): T | undefined {
  try {
    return run() ?? undefined;
  } catch (error) {
    if (error instanceof Error && messages.test(error.message)) return undefined;
    throw error;
  }
}
