/** Nothing listens in a browser. */
export const checkPort = async (): Promise<void> => undefined;
