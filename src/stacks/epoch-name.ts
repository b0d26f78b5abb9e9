/** Returns an epoch as `3.4`, from its name in stacks-core: `Epoch34`, `Epoch2_05` (`StacksEpochId`); undefined for another text. */
export function epochOfId(id: string): string | undefined {
  const [, major, minor] = /^Epoch(\d)_?(\d+)$/.exec(id) ?? [];
  return major === undefined || minor === undefined ? undefined : `${major}.${minor}`;
}
