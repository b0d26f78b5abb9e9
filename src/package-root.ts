/** The folder of this package. Every file of the bundle is, like this one, one folder below it. */
export const packageRoot = new URL('../', import.meta.url);
