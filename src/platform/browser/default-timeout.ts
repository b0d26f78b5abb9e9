export const USUAL_WAIT_MS = 30_000;

/** A browser does not say how busy the machine is. */
export const defaultTimeout = (usualMs: number): number => usualMs;
export const isCi = (): boolean => false;
