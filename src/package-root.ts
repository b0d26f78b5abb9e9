/** The folder of this package. Like this file, every file of the bundle is one folder below it. */
export const packageRoot = new URL('../', import.meta.url);
