import { tweakKey } from '../crypto/key.js';
import { buildScript } from '../script/build.js';
import { OP } from '../script/opcodes.js';
import { TAPSCRIPT_LEAF_VERSION, tapTweakHash } from '../script/taproot/taproot.js';
import { buildTaprootTree, TAPROOT_MAX_DEPTH, type TaprootLeaf } from '../script/taproot/taproot-tree.js';
import { type Descriptor, type DescriptorContext, deriveKey, type Ingredients, keyArgument, keyFacts } from './descriptor.js';
import { DescriptorError } from './error.js';
import { functionArgument, takeExpression } from './expression.js';
import type { KeySettings } from './key-expression.js';

type ParseExpression = (expression: string, context: DescriptorContext, settings: KeySettings) => Descriptor;
/** A script tree: its text, its descriptors, and its scripts at an index. */
type Tree = { text: string; leaves: Descriptor[]; scripts: (index: number, known?: Ingredients) => TaprootLeaf[] };

/**
 * Parses tr and rawtr. Returns undefined for another expression.
 * @param parse parses the scripts of the tree
 * @throws DescriptorError
 */
export function parseTaproot(
  expression: string,
  context: DescriptorContext,
  settings: KeySettings,
  parse: ParseExpression,
): Descriptor | undefined {
  const tr = functionArgument('tr', expression);
  const rawtr = functionArgument('rawtr', expression);
  if (tr !== undefined) {
    if (context !== 'top') throw new DescriptorError('Can only have tr at top level');
    return parseTr(tr, settings, parse);
  }
  if (rawtr === undefined) return undefined;
  if (context !== 'top') throw new DescriptorError('Can only have rawtr at top level');
  const argument = takeExpression(rawtr);
  if (argument.rest !== '') throw new DescriptorError('rawtr(): only one key expected.');
  const key = keyArgument('rawtr()', argument.expression, 'p2tr', settings);
  return { ...keyFacts(`rawtr(${key.text})`, [key]), scripts: (index, known) => [payToTaproot(deriveKey(key, index, known).subarray(1))] };
}

function parseTr(text: string, settings: KeySettings, parse: ParseExpression): Descriptor {
  const { expression, rest } = takeExpression(text);
  const key = keyArgument('tr()', expression, 'p2tr', settings);
  if (rest !== '' && !rest.startsWith(',')) throw new DescriptorError(`tr: expected ',', got '${rest[0]}'`);
  const tree = rest === '' ? undefined : parseTree(rest.slice(1), 0, (leaf) => parse(leaf, 'p2tr', settings));
  if (tree !== undefined && tree.rest !== '') throw new DescriptorError("tr(): expected ')' after script expression");
  const leaves = tree?.leaves ?? [];
  const branches = Math.max(key.branches, ...leaves.map((leaf) => leaf.branches));
  if (leaves.some((leaf) => leaf.branches !== 1 && leaf.branches !== branches)) {
    throw new DescriptorError('tr(): Multipath subscripts have mismatched lengths');
  }
  if (key.branches !== 1 && key.branches !== branches) {
    throw new DescriptorError('tr(): Multipath internal key mismatches multipath subscripts lengths');
  }
  return {
    text: tree === undefined ? `tr(${key.text})` : `tr(${key.text},${tree.text})`,
    isRange: key.isRange || leaves.some((leaf) => leaf.isRange),
    isSolvable: true,
    hasPrivateKeys: key.hasPrivateKey || leaves.some((leaf) => leaf.hasPrivateKeys),
    branches,
    scripts: (index, known) => {
      const internalKey = deriveKey(key, index, known).subarray(1);
      const scripts = tree?.scripts(index, known) ?? [];
      const root = scripts.length === 0 ? undefined : buildTaprootTree(scripts)?.root;
      const tweaked = tweakKey(internalKey, tapTweakHash(internalKey, root));
      if (tweaked === undefined) throw new DescriptorError('Cannot derive script without private keys');
      known?.taproot(internalKey, scripts);
      return [payToTaproot(tweaked.key)];
    },
  };
}

function parseTree(text: string, depth: number, parse: (leaf: string) => Descriptor): Tree & { rest: string } {
  if (depth > TAPROOT_MAX_DEPTH) throw new DescriptorError(`tr() supports at most ${TAPROOT_MAX_DEPTH} nesting levels`);
  if (!text.startsWith('{')) {
    const { expression, rest } = takeExpression(text);
    const leaf = parse(expression);
    const scripts = (index: number, known?: Ingredients) =>
      leaf.scripts(index, known).map((script) => ({ depth, version: TAPSCRIPT_LEAF_VERSION, script }));
    return { text: leaf.text, leaves: [leaf], scripts, rest };
  }
  const left = parseTree(text.slice(1), depth + 1, parse);
  if (!left.rest.startsWith(',')) throw new DescriptorError("tr(): expected ',' after script expression");
  const right = parseTree(left.rest.slice(1), depth + 1, parse);
  if (!right.rest.startsWith('}')) throw new DescriptorError("tr(): expected '}' after script expression");
  return {
    text: `{${left.text},${right.text}}`,
    leaves: [...left.leaves, ...right.leaves],
    scripts: (index, known) => [...left.scripts(index, known), ...right.scripts(index, known)],
    rest: right.rest.slice(1),
  };
}

function payToTaproot(outputKey: Uint8Array): Uint8Array {
  return buildScript([OP[1], outputKey]);
}
