/**
 * Returns a function for the offsets of lines and columns of Clarity's parser, both from 1, which counts characters of two code units once.
 */
export function offsetsIn(source: string): (line: number, column: number) => number {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  return (line, column) => {
    let offset = starts[line - 1] ?? source.length;
    for (let at = 1; at < column; at++) offset += (source.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    return offset;
  };
}
