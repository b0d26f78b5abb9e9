/** Nothing listens in a page, so that nothing is guarded: who asks is the page itself. */
export const createPortGuard = () => () => undefined;
export const isLoopback = (): boolean => true;
