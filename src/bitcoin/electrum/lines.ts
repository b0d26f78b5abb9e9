/** Splits a stream into lines of limited length. */
export class LineReader {
  readonly #most: number;
  #parts: Buffer[] = [];
  #size = 0;

  /** @param most the most bytes of a line */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the lines that end in a chunk. @throws RangeError for a line that is too long */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      this.#keep(chunk.subarray(begin, end));
      lines.push(Buffer.concat(this.#parts).toString('utf8').trim());
      this.#parts = [];
      this.#size = 0;
      begin = end + 1;
    }
    this.#keep(chunk.subarray(begin));
    return lines.filter((line) => line !== '');
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#most) throw new RangeError(`a line has at most ${this.#most} bytes`);
    if (part.length > 0) this.#parts.push(part);
  }
}

const NEWLINE = 0x0a;
