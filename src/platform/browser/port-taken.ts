/** Nothing listens in a browser. */
export const listenError = async (error: unknown): Promise<unknown> => error;
