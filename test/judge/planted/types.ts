/** A fault that a generator must find: another text in a compiled file. */
export type Planted = {
  name: string;
  generator: string;
  /** Below `dist`. */
  file: string;
  /** It must be in the file once. */
  find: string;
  replace: string;
  /** Whether the work of our node alone shows it. Without real programs, which take a minute for a round, there are more rounds. */
  isOurs?: boolean;
};
