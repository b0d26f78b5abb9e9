/** A browser has no folders. */
export const stateFolders = (): string[] => [];
export const usableStateFolder = (): string => '';
