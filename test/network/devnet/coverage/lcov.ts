/** The lines of an LCOV report by file: sums over records of `DA`, `FNDA` and `BRDA`, and the functions. */
export function readLcov(text: string): Record<string, Record<string, number>> {
  const files: Record<string, Record<string, number>> = {};
  let file: Record<string, number> = {};
  for (const line of text.split('\n')) {
    const [, kind, rest = ''] = /^(SF|FN|FNDA|DA|BRDA):(.*)$/.exec(line) ?? [];
    if (kind === 'SF') {
      const name = rest.replace(/^.*\//, '');
      files[name] ??= {};
      file = files[name];
    } else if (kind === 'FN') {
      file[line] = 1;
    } else if (kind === 'FNDA') {
      const [hits, name] = rest.split(',');
      add(file, `${kind}:${name}`, Number(hits));
    } else if (kind !== undefined) {
      const comma = rest.lastIndexOf(',');
      add(file, `${kind}:${rest.slice(0, comma)}`, Number(rest.slice(comma + 1)));
    }
  }
  // Clarinet leaves out functions that were not executed.
  for (const found of Object.values(files))
    for (const name of Object.keys(found)) if (name.startsWith('FNDA:') && found[name] === 0) delete found[name];
  return files;
}

function add(file: Record<string, number>, key: string, hits: number): void {
  file[key] = (file[key] ?? 0) + hits;
}
