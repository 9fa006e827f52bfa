import type { Sample } from './load.ts';

export type Contestant = Readonly<{ name: string; run: () => Promise<Sample> }>;
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Interleaves contestants, so that background load affects all of them equally. */
export async function interleave(rounds: number, contestants: readonly Contestant[]): Promise<Samples> {
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, run } of contestants) {
      const sample = await run();
      samples.get(name)?.push(sample);
      console.error(`round ${round}/${rounds}  ${name}: ${sample.perSecond.toFixed(0)}/s`);
    }
  }
  return samples;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const medianOf = (samples: Samples, name: string, figure: keyof Sample): number =>
  median((samples.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN));

export function ratioOf(samples: Samples, name: string, yardstick: string): number {
  const others = samples.get(yardstick) ?? [];
  return median((samples.get(name) ?? []).map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? 0)));
}
