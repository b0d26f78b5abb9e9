import { type Outline, outlineForms } from './outline.js';

/** Returns the outline of a contract; undefined if its source is unknown. */
export type OutlineOf = (contract: string) => Outline | undefined;

/** The number of sources whose outlines are kept. */
const KEPT = 64;

/** Creates a reader of outlines, which outlines a source once. */
export function createOutlines(): (source: string) => Outline {
  const known = new Map<string, Outline>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    if (known.size >= KEPT) known.clear();
    const outline = outlineForms(source);
    known.set(source, outline);
    return outline;
  };
}
