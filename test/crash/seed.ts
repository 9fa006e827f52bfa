import { seeded } from '../simulation/random.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`crash: SEED=${seed}`);

export const faultTiming = () => seeded(seed);
