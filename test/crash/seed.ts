import { seeded } from '../outside-world/random.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`crash: SEED=${seed}`);

/** When things go wrong, drawn from the seed of the run: the same seed breaks them after the same pauses again. */
export const chance = () => seeded(seed);
