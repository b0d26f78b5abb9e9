type Constructor = { prototype: object };

export function inherits(child: Constructor, parent: Constructor): void {
  Object.setPrototypeOf(child.prototype, parent.prototype);
  Object.setPrototypeOf(child, parent);
}

export const deprecate = <T>(run: T): T => run;
export const inspect = (value: unknown): string => String(value);
export const debuglog = (): (() => void) => () => undefined;
export const types = { isUint8Array: (value: unknown): boolean => value instanceof Uint8Array };

export function format(text: unknown, ...values: unknown[]): string {
  let at = 0;
  const shown = String(text).replace(/%[sdj]/g, () => String(values[at++]));
  return [shown, ...values.slice(at).map(String)].join(' ');
}

type Callback = (error: unknown, value: unknown) => void;

export function promisify(run: (...args: unknown[]) => void): (...args: unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value));
      run(...args, done);
    });
}
