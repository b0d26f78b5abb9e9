import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import { ParseFailure } from '#dist/clarity/syntax/parse-failure.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../full-length.js';
import { check, DEPLOYER } from './check.js';
import { mutateTree, pick, type Random, randomOf } from './mutate.js';
import { clarityOfTests } from './sources.js';

type Wasm = typeof import('@stacks/clarinet-sdk-wasm');

const wasm: Wasm = createRequire(import.meta.url)('@stacks/clarinet-sdk-wasm');

/** Epochs of which this build of the WebAssembly VM has the right analysis, with the newest version of Clarity of each. */
const EPOCHS = [
  ['3.0', 3],
  ['3.1', 3],
  ['3.2', 3],
  ['3.3', 4],
  ['3.4', 5],
] as const satisfies readonly (readonly [EpochName, ClarityVersion])[];
type TestedEpoch = (typeof EPOCHS)[number][0];

/** What a VM says about the analysis of a source: undefined if that passes, the text of an error, or only that it is none of Clarity. */
type Verdict = string | undefined;

const UNREADABLE = 'not Clarity';

/** The sessions of that VM have contracts of others, e.g. of the boot address, that this test does not know. */
const OF_OTHERS = /'S[0-9A-Z]{25,}\.[a-z]/;

async function sessionIn(epoch: TestedEpoch) {
  const missing = (name: string) => {
    throw new Error(`The WebAssembly VM asks for ${name}, but this test has no files`);
  };
  const sdk = new wasm.SDK(missing, new wasm.SDKOptions(true, false, false));
  await sdk.initEmptySession({ enabled: false });
  sdk.setEpoch(epoch);
  sdk.deployer = DEPLOYER;
  return sdk;
}

/** The VM of clarinet also executes what the analysis accepts, and continues after errors of the parser. */
function verdictOfWasm(sdk: Awaited<ReturnType<typeof sessionIn>>, name: string, source: string, version: ClarityVersion): Verdict {
  try {
    sdk.deployContract(new wasm.DeployContractArgs(name, source, new wasm.ContractOptions(version), DEPLOYER)).free();
    return undefined;
  } catch (error) {
    const text = String(error).slice(String(error).indexOf(' -> ') + 4);
    return text.startsWith('Runtime Error') ? undefined : text;
  }
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
  const count = FULL_LENGTH ? 10_000 : 600;
  for (const [epoch, newest] of EPOCHS) {
    const sdk = await sessionIn(epoch);
    for (let index = 0; index < count; index++) {
      const version = (1 + Math.floor(random() * newest)) as ClarityVersion;
      const source = sourceFrom(sources, random);
      const name = `c${index}`;
      const ours = verdictOf(source, `${DEPLOYER}.${name}`, epoch, version);
      const theirs = verdictOfWasm(sdk, name, source, version);
      const about = `epoch ${epoch}, Clarity ${version}:\n${source}`;
      if (ours === UNREADABLE) expect(theirs, about).toBeDefined();
      else expect(ours, about).toBe(theirs);
    }
    sdk.free();
  }
});
