/** The kinds of parameter by the names that `help` has for them. `amount` is a number or a string in bitcoin, `range` a number or [begin, end]. */
export type ParameterType = 'string' | 'hex' | 'numeric' | 'amount' | 'boolean' | 'range' | 'array' | 'object' | 'any';

export type Parameter = {
  /** Further names that callers may use, behind a `|`: `verbosity|verbose`. */
  name: string;
  type: ParameterType;
  description: string;
  /** What the usage line shows. @default the name, quoted for text */
  usage?: string | undefined;
  /** Optional when given; `''` for a parameter without a default. */
  default?: string | undefined;
  /** Left out of the help. */
  hidden?: boolean | undefined;
  /** For parameters that take several types and whose method checks them itself. */
  unchecked?: boolean | undefined;
};

/** What `help` says of a method. */
export type Signature = {
  name: string;
  description: string;
  parameters: Parameter[];
  /** What comes back. */
  result: string;
};

/** The first of a parameter's names. */
export function mainName({ name }: Parameter): string {
  return name.split('|')[0] ?? name;
}
