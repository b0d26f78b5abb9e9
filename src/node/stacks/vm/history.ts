import type { ClarityCode } from './code.js';
import { type Machine, reviveMachine } from './machine.js';
import { captureImage, type MemoryImage, restoreImage } from './memory-image.js';
import { effectOf, type Operation, perform } from './operation.js';
import { Panic } from './panic.js';
import type { Outcome } from './session.js';

/** A state that the VM was in: an operation on top of another state. It is reached again by way of the nearest image above it. */
export type Point = {
  parent: Point | undefined;
  readonly operation: Operation | undefined;
  image: MemoryImage | undefined;
  /** Milliseconds that it took to get here from the nearest image when that was made. */
  effort: number;
};

/** The VM with a memory: what it does can be undone exactly, and a trap costs nothing but the operation that caused it. */
export type History = {
  readonly machine: () => Machine;
  /** Takes the image of the first state unless there is one: the first operation does not have to then. */
  secure(): void;
  /** Runs an operation and keeps its effect. @throws Panic when the VM trapped; then the state is what it was before */
  run(operation: Operation): Outcome;
  /** Runs something that must leave no trace but may trap or write. `wrote` says whether it has to be undone. */
  peek<T>(read: (machine: Machine) => T, wrote?: (result: T) => boolean): T;
  /** Runs operations that belong together: when they throw, or their result is a failure, all of them are undone. */
  attempt<T>(run: () => T, failed: (result: T) => boolean): T;
  /** Goes back (or across) to a state that is the tip, before it, or held. */
  rewind(point: Point): void;
  /** Keeps the tip reachable until it is released as often as it was held. */
  hold(): Point;
  release(point: Point): void;
};

/**
 * A full image is taken after this many milliseconds of work, so that undoing one operation never has to repeat much more. Measured
 * on two cores: an image costs 12 ms, so the images take an eighth of the time.
 */
const WORK_PER_IMAGE = 100;
const OPERATIONS_PER_IMAGE = 500;
/** A rewind that had to repeat more than this many milliseconds leaves an image behind for the next one to the same place. */
const SLOW_REWIND = 10;
/** How many images, of 81 MB each, may be kept for the sake of held states. */
const MAX_IMAGES = 4;

type HistoryOptions = {
  code: ClarityCode;
  /** A VM at the first state. */
  machine: Machine;
  /** The image of the first state, or how to get it when it is needed before there was time to take one. */
  image: MemoryImage | (() => MemoryImage);
  /** Whether an image that is no longer needed may be overwritten with the next one. */
  reusable: (image: MemoryImage) => boolean;
};

export function createHistory({ code, machine: booted, image, reusable }: HistoryOptions): History {
  const [first, reload] = typeof image === 'function' ? [undefined, image] : [image, () => image];
  let machine = booted;
  let tip: Point = { parent: undefined, operation: undefined, image: first, effort: 0 };
  let operations = 0;
  let attempts = 0;
  let spare: MemoryImage | undefined;
  const holds = new Map<Point, number>();
  const imaged = new Set<Point>(first === undefined ? [] : [tip]);

  function secure(): void {
    if (imaged.size === 0) takeImage();
  }

  function run(operation: Operation): Outcome {
    secure();
    if (isDue(2)) takeImage();
    const from = performance.now();
    const outcome = recovering(() => perform(machine, operation));
    const effect = effectOf(operation, outcome);
    if (effect !== undefined) {
      operations++;
      tip = { parent: tip, operation: effect, image: undefined, effort: tip.effort + performance.now() - from };
    }
    return outcome;
  }

  function peek<T>(read: (machine: Machine) => T, wrote: (result: T) => boolean = () => false): T {
    const result = recovering(() => read(machine));
    if (wrote(result)) rewind(tip);
    return result;
  }

  function attempt<T>(action: () => T, failed: (result: T) => boolean): T {
    // Better now than in the middle, when the state before has to be kept as well.
    if (attempts === 0 && isDue(1)) takeImage();
    const before = hold();
    let done = false;
    attempts++;
    try {
      const result = action();
      done = !failed(result);
      return result;
    } finally {
      attempts--;
      if (!done) rewind(before);
      release(before);
    }
  }

  function hold(): Point {
    holds.set(tip, (holds.get(tip) ?? 0) + 1);
    return tip;
  }

  function release(point: Point): void {
    const left = (holds.get(point) ?? 0) - 1;
    if (left > 0) holds.set(point, left);
    else holds.delete(point);
  }

  /** A trapped instance is given up: restoring its memory would work, but its shadow stack leaks with every trap. */
  function recovering<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Panic)) throw error;
      ground();
      const { base, path } = wayTo(tip);
      machine = reviveMachine(code, base);
      for (const operation of path) perform(machine, operation);
      throw error;
    }
  }

  /** Without an image yet there is no other state than the first. */
  function ground(): void {
    if (imaged.size > 0) return;
    tip.image = reload();
    imaged.add(tip);
  }

  function rewind(point: Point): void {
    ground();
    const { base, path } = wayTo(point);
    const from = performance.now();
    restoreImage(machine, base);
    for (const operation of path) perform(machine, operation);
    tip = point;
    operations = path.length;
    if (performance.now() - from > SLOW_REWIND && holds.has(point) && path.length > 0) takeImage();
  }

  function isDue(factor: number): boolean {
    return tip.effort > WORK_PER_IMAGE * factor || operations >= OPERATIONS_PER_IMAGE * factor;
  }

  /** The images that no held state stands on go first, so that the new one takes the place of one of them. */
  function takeImage(): void {
    const needed = new Set([...holds.keys()].map(imagedAncestor));
    for (const point of imaged) if (!needed.has(point)) drop(point);
    tip.image = captureImage(machine, spare);
    tip.effort = 0;
    spare = undefined;
    operations = 0;
    imaged.add(tip);
    thinOut();
  }

  /** Of too many images that are needed, those go whose loss costs the least: the way from the image before them. */
  function thinOut(): void {
    const costs = [...imaged]
      .filter((point) => point !== tip && hasImageAbove(point))
      .map((point) => ({ point, cost: wayTo(point, true).path.length }));
    costs.sort((a, b) => a.cost - b.cost);
    for (const { point } of costs.slice(0, Math.max(0, imaged.size - MAX_IMAGES))) drop(point);
    // What lies above an image that nothing else can replace is out of reach for good.
    for (const point of imaged) if (!hasImageAbove(point)) point.parent = undefined;
  }

  function drop(point: Point): void {
    if (point.image !== undefined && reusable(point.image)) spare = point.image;
    point.image = undefined;
    imaged.delete(point);
  }

  return { machine: () => machine, secure, run, peek, attempt, rewind, hold, release };
}

/** The image to start from and the operations to repeat, oldest first; `strictly` above the point, as if it had no image. */
function wayTo(point: Point, strictly = false): { base: MemoryImage; path: Operation[] } {
  const path: Operation[] = [];
  for (let at: Point | undefined = point; at !== undefined; at = at.parent) {
    if (at.image !== undefined && !(strictly && at === point)) return { base: at.image, path: path.reverse() };
    if (at.operation !== undefined) path.push(at.operation);
  }
  throw new Error('a state of the Clarity VM was used after its release');
}

function imagedAncestor(point: Point): Point {
  let at = point;
  while (at.image === undefined && at.parent !== undefined) at = at.parent;
  return at;
}

function hasImageAbove(point: Point): boolean {
  return point.parent !== undefined && imagedAncestor(point.parent).image !== undefined;
}
