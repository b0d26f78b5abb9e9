import type { Devnet } from 'stacks-devnet';

/** @throws Error if a reward cycle has no signers: the stacking was not extended in time */
export async function checkSigners(devnet: Devnet, cycle: number): Promise<void> {
  const response = await fetch(`${devnet.urls.stacks}/v3/stacker_set/${cycle}`);
  const body = (await response.json()) as { stacker_set?: { signers?: unknown[] | null } };
  if (!response.ok || (body.stacker_set?.signers?.length ?? 0) === 0) {
    throw new Error(`reward cycle ${cycle} has no signers: ${response.status} ${JSON.stringify(body).slice(0, 200)}`);
  }
}
