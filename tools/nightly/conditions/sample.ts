import type { Defect } from './defect.ts';
import { districtOf } from './sources.ts';

/** mulberry32: small, and the same numbers for a seed everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const other = Math.floor(random() * (i + 1));
    [mixed[i], mixed[other]] = [mixed[other] as T, mixed[i] as T];
  }
  return mixed;
}

/** A small district is judged by at least so many, if it has them and the sample is large enough. */
const leastPerDistrict = 12;

/**
 * Some of the defects, in an order by chance, so that one that is cut short is a sample too. Each district is drawn in
 * proportion, but small ones get enough to say something about them.
 */
export function sample(defects: readonly Defect[], count: number, seed: number): Defect[] {
  const random = randomOf(seed);
  const districts = Map.groupBy(shuffle(defects, random), ({ file }) => districtOf(file));
  const least = Math.min(leastPerDistrict, Math.floor(count / (2 * districts.size)));
  const drawn = [...districts.values()].flatMap((own) => own.slice(0, least));
  const rest = [...districts.values()].flatMap((own) => own.slice(least));
  return shuffle([...drawn, ...shuffle(rest, random).slice(0, Math.max(0, count - drawn.length))], random).slice(
    0,
    count,
  );
}
