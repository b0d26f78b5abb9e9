/** Seconds since 1970 as a number and as ISO 8601 text, under `name` and `name_iso`. */
export function times<Name extends string>(name: Name, seconds: number): { [key in Name]: number } & { [key in `${Name}_iso`]: string } {
  return { [name]: seconds, [`${name}_iso`]: new Date(seconds * 1000).toISOString() } as never;
}
