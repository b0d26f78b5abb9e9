/** A browser has no folders. */
export const cacheDirectory = (): string => '';
export const stateDirectory = (): string => '';
export const homeDirectory = (): string => '';
