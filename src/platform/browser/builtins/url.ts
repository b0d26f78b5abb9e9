export const { URL, URLSearchParams } = globalThis;
export const fileURLToPath = (url: string | URL): string => new URL(url).pathname;
export { pathToFileURL } from '../paths.js';
