/** A browser has no files. */
export const readIfExists = async (_path: string): Promise<undefined> => undefined;
export const isMissing = (_error: unknown): boolean => false;
