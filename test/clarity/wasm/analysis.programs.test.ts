import { expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import { ParseFailure } from '#dist/clarity/syntax/parse-failure.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../../full-length.js';
import { check, DEPLOYER } from '../check.js';
import { mutateTree, pick, type Random, randomOf } from '../mutate.js';
import { clarityOfTests } from '../sources.js';
import { EPOCHS, WasmSession } from './session.js';

/** What a VM says about the analysis of a source: undefined if that passes, the text of an error, or only that it is none of Clarity. */
type Verdict = string | undefined;

const UNREADABLE = 'not Clarity';

/** The sessions of that VM have contracts of others, e.g. of the boot address, that this test does not know. */
const OF_OTHERS = /'S[0-9A-Z]{25,}\.[a-z]/;

/** The VM of clarinet also executes what the analysis accepts, and continues after errors of the parser. */
function verdictOfWasm(session: WasmSession, name: string, source: string, version: ClarityVersion): Verdict {
  const { error } = session.deploy(`${DEPLOYER}.${name}`, source, version);
  if (error === undefined) return undefined;
  const text = error.slice(error.indexOf(' -> ') + 4);
  return text.startsWith('Runtime Error') ? undefined : text;
}

function verdictOf(source: string, contract: string, epoch: EpochName, version: ClarityVersion): Verdict {
  const { failure } = check(source, { contract, epoch, version });
  return failure instanceof ParseFailure ? UNREADABLE : failure?.message;
}

function sourceFrom(sources: readonly string[], random: Random): string {
  const source = pick(sources, random);
  return random() < 0.1 ? source : mutateTree(source, random);
}

test('sources and mutations of them are accepted or refused as by the WebAssembly VM, with the same text', {
  timeout: 1_800_000,
}, async () => {
  const random = randomOf(2026);
  const sources = clarityOfTests().filter((source) => source.length < 2500 && !OF_OTHERS.test(source));
  const count = FULL_LENGTH ? 10_000 : 150;
  for (const [epoch, newest] of EPOCHS) {
    using session = await WasmSession.open(epoch, DEPLOYER);
    for (let index = 0; index < count; index++) {
      const version = (1 + Math.floor(random() * newest)) as ClarityVersion;
      const source = sourceFrom(sources, random);
      const name = `c${index}`;
      const ours = verdictOf(source, `${DEPLOYER}.${name}`, epoch, version);
      const theirs = verdictOfWasm(session, name, source, version);
      const about = `epoch ${epoch}, Clarity ${version}:\n${source}`;
      if (ours === UNREADABLE) expect(theirs, about).toBeDefined();
      else expect(ours, about).toBe(theirs);
    }
  }
});
