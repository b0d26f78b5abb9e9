import type { PageFile } from '../node/page-file.js';

/** A page has no files. */
export const openPageFile = (): PageFile | undefined => undefined;
