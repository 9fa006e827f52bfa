import type { Clock } from './clock.ts';
import { day, hour, minute, second } from './clock.ts';
import type { Random } from './random.ts';

type NetworkOptions<Wire> = Readonly<{
  random: Random;
  clock: Clock;
  deliver: (wire: Wire) => Promise<boolean>;
}>;

/** Delivers messages of a partner late, twice, out of order or never. Retries those that must arrive; others can be lost. */
export function unreliableNetwork<Wire>({
  random,
  clock,
  deliver,
}: NetworkOptions<Wire>): (wire: Wire, mustArrive: boolean) => void {
  const arrive = async (wire: Wire, mustArrive: boolean): Promise<void> => {
    if (!(await deliver(wire)) && (mustArrive || random.chance(0.7)))
      clock.after(randomDelay(random), () => arrive(wire, mustArrive));
  };
  return (wire, mustArrive) => {
    const copies = random.chance(0.15) ? 2 : !mustArrive && random.chance(0.12) ? 0 : 1;
    for (let i = 0; i < copies; i += 1) clock.after(randomDelay(random), () => arrive(wire, mustArrive));
  };
}

export function randomDelay(random: Random): number {
  if (random.chance(0.05)) return random.between(hour, 2 * day);
  return random.chance(0.25) ? random.between(second, 5 * minute) : random.between(10, 900);
}
