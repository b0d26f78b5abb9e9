/** A fault that a generator must find: another text in a compiled file. */
export type Planted = {
  name: string;
  generator: string;
  /** Below `dist`. */
  file: string;
  /** It must be in the file once. */
  find: string;
  replace: string;
  /** Judges with our node alone: beside real programs a round takes a minute. */
  usesOwnNodeOnly?: boolean;
};
