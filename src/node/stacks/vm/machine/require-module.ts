/** The module of the package that sends HTTP requests. The folder's name has a hash of the build. */
const HTTP_MODULE = /^\.\/snippets\/clarity-repl-[0-9a-f]+\/src\/repl\/remote_data\/http_request\/sync_http\.cjs$/;

/**
 * Returns the `require` of the package's JavaScript. It gets nothing of this machine: both modules that it needs are substitutes.
 * @throws Error for every other module: another build of the package would get files, processes and the network
 */
export function createRequireModule({ fs, http }: { fs: object; http: object }): (id: string) => object {
  return (id) => {
    if (id === 'fs') return fs;
    if (HTTP_MODULE.test(id)) return http;
    throw new Error(
      `The Clarity VM requires the module "${id}", which this program does not know. Install the pinned @stacks/clarinet-sdk-wasm.`,
    );
  };
}
