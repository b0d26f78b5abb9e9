/** A browser has no files. */
export const exists = async (_path: string): Promise<boolean> => false;
