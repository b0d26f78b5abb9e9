import { EPOCHS, epoch, epochOfVariant, isBefore, LAST_TESTED, testedSince, VERSIONS, versionsOf } from './epochs.js';
import type { Library, MacroArguments } from './rust/interpreter.js';
import {
  type Callback,
  inner,
  isList,
  isRecord,
  MapValue,
  Ordered,
  Repeated,
  type Rust,
  Some,
  show,
  Text,
  unresolved,
} from './rust/value.js';
import { type Block, blocksByEpoch, blocksOfContract, type PlannedTransaction, type SetUp } from './test-blocks.js';

/** The only sender of the tests. */
export const FAUCET = 'ST1AW6EKPGT61SQ9FNVDS17RKNWT8ZP582VF9HSCP';
const BOOT = 'ST000000000000000000002AMW42H';
const FAUCET_KEY = 'faucet-key';

/**
 * What the tests of `stackslib/src/chainstate/tests` use of stacks-core.
 * @param constant returns a constant of the checkout, or undefined
 * @param onBlocks is told of what a test compares with its snapshot
 */
export function libraryOf(constant: (name: string) => Rust, onBlocks: (blocks: readonly Block[]) => void): Library {
  const functions = functionsOf(constant);
  return {
    ordered: EPOCHS,
    name(path) {
      const two = path.slice(-2).join('::');
      const last = path.at(-1) as string;
      if (two.startsWith('StacksEpochId::Epoch')) return epochOfVariant(last);
      const version = /^ClarityVersion::Clarity(\d)$/.exec(two)?.[1];
      if (version !== undefined) return VERSIONS[Number(version) - 1];
      if (two === 'ClarityVersion::ALL') return VERSIONS;
      if (two === 'StacksEpochId::ALL') return EPOCHS;
      if (last === 'FAUCET_PRIV_KEY') return FAUCET_KEY;
      if (last === 'FAUCET_ADDRESS') return { address: FAUCET };
      return (
        functions[two] ?? (path.length === 1 ? functions[last] : undefined) ?? (/^[A-Z][A-Z0-9_]*$/.test(last) ? constant(last) : undefined)
      );
    },
    macro(name, { values: [result], named }) {
      if (name === 'function_name') return '';
      if (name === 'contract_call_consensus_snap_test') onBlocks(snapshotTest(named, true));
      else if (name === 'contract_deploy_consensus_snap_test') onBlocks(snapshotTest(named, false));
      else if (name === 'assert_ron_snapshot') onBlocks(blocksIn(result));
      else unresolved(`macro ${name}!`);
      return undefined;
    },
  };
}

function blocksIn(result: Rust): Block[] {
  if (isList(result)) return result.flatMap(blocksIn);
  return isRecord(result) ? [...(result['blocks'] as readonly Block[])] : unresolved('the snapshot');
}

/** `contract_call_consensus_snap_test!` and `contract_deploy_consensus_snap_test!`. */
function snapshotTest(named: MacroArguments['named'], calls: boolean): Block[] {
  const tested = [epoch('3.4'), LAST_TESTED];
  const list = (name: string, otherwise: readonly Rust[]) => (named.has(name) ? listIn(named.get(name)) : otherwise);
  return blocksOfContract({
    deployEpochs: list('deploy_epochs', calls ? testedSince(epoch('2.0')) : tested) as Ordered[],
    callEpochs: calls ? (list('call_epochs', tested) as Ordered[]) : [],
    name: show(named.get('contract_name')),
    code: show(named.get('contract_code')),
    fn: show(named.get('function_name') ?? ''),
    args: list('function_args', []) as PlannedTransaction['args'] & readonly Rust[],
    versions: list('clarity_versions', []) as Ordered[],
    setUps: list('setup_contracts', []) as readonly Rust[] as unknown as SetUp[],
  });
}

function listIn(value: Rust): readonly Rust[] {
  return isList(value) ? value : unresolved('a list');
}

function functionsOf(constant: (name: string) => Rust): Readonly<Record<string, Callback>> {
  const depthOf = (of: Rust) =>
    constant(of instanceof Ordered && !isBefore(of, epoch('3.4')) ? 'MAX_CALL_STACK_DEPTH' : 'MAX_CALL_STACK_DEPTH_LEGACY') as bigint;
  return {
    ...STANDARD,
    ...Object.fromEntries(
      Object.entries(VALUES).flatMap(([name, make]) => [`ClarityValue::${name}`, `Value::${name}`].map((path) => [path, make])),
    ),
    ...TEST_UTILITIES,
    max_call_stack_depth_for_epoch: depthOf,
    'StackDepthLimits::for_epoch': (of) => {
      const depth = depthOf(of);
      return { max_call_stack_depth: depth, max_nesting_depth: depth + (constant('AST_CALL_STACK_DEPTH_BUFFER') as bigint) };
    },
  };
}

const same: Callback = (value) => value;

const STANDARD: Readonly<Record<string, Callback>> = {
  'String::new': () => new Text(''),
  'String::from': (value) => new Text(show(value)),
  'String::with_capacity': () => new Text(''),
  'Vec::new': () => [],
  'Vec::with_capacity': () => [],
  'HashMap::new': () => new MapValue(),
  'HashMap::from': (pairs) => {
    const map = new MapValue();
    for (const pair of listIn(pairs)) map.entries.set(listIn(pair)[0], listIn(pair)[1]);
    return map;
  },
  'u64::from': same,
  'u128::from': same,
  'Box::new': same,
  Ok: same,
  Some: (value) => new Some(value),
  'iter::repeat_n': (value, count) => Array.from({ length: Number(count) }, () => value),
  'iter::repeat': (value) => new Repeated(value),
};

/** Values of Clarity, in the form of `arguments.ts`. */
const VALUES: Readonly<Record<string, Callback>> = {
  UInt: (value) => ({ type: 'uint', value: `${value}` }),
  Int: (value) => ({ type: 'int', value: `${value}` }),
  Bool: (value) => ({ type: 'bool', value }),
  none: () => ({ type: 'none' }),
  some: (value) => ({ type: 'some', value }),
  Principal: (value) => ({ type: 'principal', value: show(value) }),
  from: (value) => ({ type: 'principal', value: show(value) }),
  Response: (value) =>
    isRecord(value) ? { type: value['committed'] === true ? 'ok' : 'err', value: value['data'] } : unresolved('response'),
};

const TEST_UTILITIES: Readonly<Record<string, Callback>> = {
  tested_epochs_since: (first) => (first instanceof Ordered ? testedSince(first) : unresolved('epoch')),
  clarity_versions_for_epoch: (of) => (of instanceof Ordered ? versionsOf(of) : unresolved('epoch')),
  max_tested_epoch: () => LAST_TESTED,
  'StacksEpochId::latest': () => EPOCHS.at(-1),
  'ClarityVersion::since': (first) => VERSIONS.filter(({ order }) => order >= (first as Ordered).order),
  'ClarityVersion::up_to': (last) => VERSIONS.filter(({ order }) => order <= (last as Ordered).order),
  'ClarityVersion::default_for_epoch': (of) => versionsOf(of as Ordered).at(-1),
  boot_code_test_addr: () => ({ address: BOOT }),
  boot_code_addr: () => ({ address: BOOT }),
  to_addr: (key) => (key === FAUCET_KEY ? { address: FAUCET } : unresolved('address of another key')),
  'SetupContract::new': (name, code) => setUpOf({ name: show(name), code: show(code) }) as unknown as Rust,
  'QualifiedContractIdentifier::parse': (text) => ({ address: show(text) }),
  'QualifiedContractIdentifier::new': (address, name) => ({ address: `${show(address)}.${show(name)}` }),
  'ContractName::from_literal': (text) => show(text),
  'PrincipalData::Contract': same,
  'ConsensusUtils::new_deploy_tx': (_nonce, name, code, version) => {
    const chosen = inner(version);
    return { kind: 'deploy', name: show(name), code: show(code), version: chosen instanceof Ordered ? chosen : undefined };
  },
  'ConsensusUtils::new_call_tx': (_nonce, contract, fn) => ({ kind: 'call', name: show(contract), fn: show(fn), args: [] }),
  'ConsensusUtils::new_call_tx_with_args': (_nonce, contract, fn, args) => ({ kind: 'call', name: show(contract), fn: show(fn), args }),
  'ConsensusTest::new': (_name, _balances, blocks) => ({
    run: () => ({ blocks: blocks instanceof MapValue ? blocksByEpoch(blocks) : unresolved('blocks') }),
  }),
  'ContractConsensusTest::new': (...args) => {
    const [, , deployEpochs, callEpochs, name, code, fn, values, versions, setUps] = args;
    const given = { deployEpochs, callEpochs, args: values, versions, setUps } as unknown as Parameters<typeof blocksOfContract>[0];
    return { run: () => ({ blocks: blocksOfContract({ ...given, name: show(name), code: show(code), fn: show(fn) }) }) };
  },
};

function setUpOf(setUp: SetUp): SetUp & { readonly [method: string]: unknown } {
  return {
    ...setUp,
    with_epoch: (of: Ordered) => setUpOf({ ...setUp, epoch: of }),
    with_clarity_version: (version: Ordered) => setUpOf({ ...setUp, version }),
  };
}
