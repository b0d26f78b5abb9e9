import { uptimeMs } from '../../../../uptime.js';
import { Broken } from '../machine/broken.js';
import { type Machine, type MachineSource, reviveMachine } from '../machine/machine.js';
import { effectOf, type Operation, perform } from '../machine/operation.js';
import { Panic } from '../machine/panic.js';
import type { Outcome } from '../machine/session.js';
import { OriginFailure } from '../origin/origin-failure.js';
import { captureImage, type MemoryImage, restoreImage, unchangedPages } from './memory-image.js';
import { Page } from './page.js';

/** A past state of the VM: an operation on top of another state. The nearest image before it restores it. */
export type Point = {
  parent: Point | undefined;
  readonly operation: Operation | undefined;
  image: MemoryImage | undefined;
  /** Milliseconds of work since the nearest image. */
  effort: number;
};

/** A VM with exact undo: a trap costs only the operation that caused it. */
export type History = {
  readonly machine: () => Machine;
  /** Runs an operation and keeps its effect. @throws Panic if the VM trapped, OriginFailure; the state is then unchanged */
  run(operation: Operation): Outcome;
  /** Runs a read that may trap or write. `wrote` says whether to undo it. */
  peek<T>(read: (machine: Machine) => T, wrote?: (result: T) => boolean): T;
  /** Runs several operations as one: undoes all of them if they throw or if `failed` is true of their result. */
  attempt<T>(run: () => T, failed: (result: T) => boolean): T;
  /** Goes back (or across) to a state that is the tip, before it, or held. */
  rewind(point: Point): void;
  /** Keeps the tip reachable until it is released as often as it was held. */
  hold(): Point;
  release(point: Point): void;
  /** Takes an image unless going back to the tip is already about as fast as copying memory. */
  ready(): void;
  /** Uses idle time to take an image, so that a later undo repeats less. */
  rest(): void;
  /** Returns an image of the tip. */
  export(): MemoryImage;
};

/**
 * An image is taken after this many milliseconds of work, so that undoing one operation never has to repeat much more. An image costs about
 * 1.5 ms (`npm run bench`: snapshot after 2000 transactions).
 */
const WORK_PER_IMAGE = 200;
const OPERATIONS_PER_IMAGE = 1000;
/** After this much work, in milliseconds, an idle VM takes an image. */
const WORK_PER_IDLE_IMAGE = 30;
/** A tip that is to be ready gets an image if it is more work, in milliseconds, away from the last one. */
const WORK_PER_READY_IMAGE = 10;
/** How many images, of a few MB each, may be kept for the sake of held states. */
const MAX_IMAGES = 8;

type HistoryOptions = {
  source: MachineSource;
  machine: Machine;
  /** An image of the state that the VM is in. */
  image: MemoryImage;
};

export function createHistory({ source, machine: booted, image }: HistoryOptions): History {
  let machine = booted;
  /** The newest image, with which the next one shares its pages. */
  let latest = image;
  let tip: Point = { parent: undefined, operation: undefined, image, effort: 0 };
  let operations = 0;
  let attempts = 0;
  const holds = new Map<Point, number>();
  const imaged = new Set<Point>([tip]);

  function run(operation: Operation): Outcome {
    if (isDue(2)) takeImage();
    const from = uptimeMs();
    const outcome = recovering(() => perform(machine, operation));
    const effect = effectOf(operation, outcome);
    if (effect !== undefined) {
      operations++;
      tip = { parent: tip, operation: effect, image: undefined, effort: tip.effort + uptimeMs() - from };
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

  /** Replaces a trapped instance: restoring its memory would work, but every trap leaks a part of its shadow stack. */
  function recovering<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      // What the VM has read and written since its origin failed is wrong.
      if (!(error instanceof Panic || error instanceof OriginFailure)) throw error;
      reach(wayTo(tip), (image) => {
        machine = reviveMachine(source, image);
      });
      throw error;
    }
  }

  function reach({ image, path }: Way, begin: (image: MemoryImage) => void): void {
    const repeat = (): void => {
      begin(image);
      for (const operation of path) perform(machine, operation);
    };
    try {
      if (source.counter === undefined) repeat();
      else source.counter.pause(repeat);
    } catch (cause) {
      throw new Broken(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  function rewind(point: Point): void {
    const way = wayTo(point);
    const from = uptimeMs();
    let copied = from;
    reach(way, (image) => {
      restoreImage(machine, image);
      copied = uptimeMs();
    });
    tip = point;
    operations = way.path.length;
    // The next rewind to the same place only copies then.
    if (uptimeMs() - copied > copied - from && holds.has(point)) takeImage();
  }

  function isDue(factor: number): boolean {
    return tip.effort > WORK_PER_IMAGE * factor || operations >= OPERATIONS_PER_IMAGE * factor;
  }

  /**
   * Drops the images that no held state needs, then takes one, in the pages of those: V8 frees such pages only when it collects all garbage, which a VM
   * that makes little of it does seldom.
   */
  function takeImage(): void {
    const needed = new Set([...holds.keys()].map(imagedAncestor));
    const unneeded = [...imaged].filter((point) => !needed.has(point));
    const free = pagesOf(unneeded);
    for (const point of unneeded) drop(point);
    const unchanged = unchangedPages(machine, latest);
    for (const page of [...pagesOf(imaged), ...unchanged]) if (page !== undefined) free.delete(page);
    const spare = [...free].filter((page) => page.isInMemory);
    latest = captureImage(machine, unchanged, () => spare.pop() ?? new Page());
    tip.image = latest;
    tip.effort = 0;
    operations = 0;
    imaged.add(tip);
    thinOut();
  }

  /** Drops the images that are cheapest to replace, by the operations since the image before them. */
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
    point.image = undefined;
    imaged.delete(point);
  }

  return {
    machine: () => machine,
    run,
    peek,
    attempt,
    rewind,
    hold,
    release,
    ready() {
      if (tip.effort > WORK_PER_READY_IMAGE) takeImage();
    },
    rest() {
      if (attempts === 0 && tip.effort > WORK_PER_IDLE_IMAGE) takeImage();
    },
    export() {
      return tip.image ?? captureImage(machine, unchangedPages(machine, latest));
    },
  };
}

type Way = { image: MemoryImage; path: Operation[] };

/** The image to start from and the operations to repeat, oldest first; `strictly` above the point, as if it had no image. */
function wayTo(point: Point, strictly = false): Way {
  const path: Operation[] = [];
  for (let at: Point | undefined = point; at !== undefined; at = at.parent) {
    if (at.image !== undefined && !(strictly && at === point)) return { image: at.image, path: path.reverse() };
    if (at.operation !== undefined) path.push(at.operation);
  }
  throw new Error('a state of the Clarity VM was used after its release');
}

function imagedAncestor(point: Point): Point {
  let at = point;
  while (at.image === undefined && at.parent !== undefined) at = at.parent;
  return at;
}

function pagesOf(points: Iterable<Point>): Set<Page> {
  return new Set([...points].flatMap(({ image }) => image?.pages ?? []));
}

function hasImageAbove(point: Point): boolean {
  return point.parent !== undefined && imagedAncestor(point.parent).image !== undefined;
}
