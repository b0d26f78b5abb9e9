/** The types of parameters, named as in `help`. `amount` is a number or a string in BTC, `range` a number or [begin, end]. */
export type ParameterType = 'string' | 'hex' | 'numeric' | 'amount' | 'boolean' | 'range' | 'array' | 'object' | 'any';

export type Parameter = {
  /** Alternative names follow a `|`: `verbosity|verbose`. */
  name: string;
  type: ParameterType;
  description: string;
  /** The text in the usage line. @default the name, quoted for strings */
  usage?: string | undefined;
  /** If present, the parameter is optional; `''` for no default value. */
  default?: string | undefined;
  /** Of an object of options: the members that can also be named arguments of the call. */
  members?: readonly string[] | undefined;
  /** Left out of the help. */
  hidden?: boolean | undefined;
  /** The method checks the type, because it accepts several. */
  unchecked?: boolean | undefined;
};

/** The data of a method's help. */
export type Signature = {
  name: string;
  description: string;
  parameters: Parameter[];
  /** The description of the result. */
  result: string;
};

/** Returns the first name of a parameter. */
export function mainName({ name }: Parameter): string {
  return name.split('|')[0] ?? name;
}
