import { hash } from 'node:crypto';

/** A normal deviate that belongs to its name: the same for ever, and like no other. Box and Muller, from SHA-256. */
export function deviate(name: string): number {
  const digest = hash('sha256', name, 'buffer');
  const uniform = (offset: number): number => (digest.readUInt32BE(offset) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}

/** One step of a random walk: its standard deviation and the deviate drawn for it. */
export type Stride = Readonly<{ sd: number; z: number }>;

/**
 * A random walk that is led to where it must end (a Brownian bridge): the position after each stride, the last exactly
 * `to`. The correction is shared out by variance, so that no stride is livelier or quieter than it should be.
 */
export function bridge(from: number, to: number, strides: readonly Stride[]): number[] {
  const whole = strides.reduce((sum, { sd }) => sum + sd * sd, 0);
  const missing = to - from - strides.reduce((sum, { sd, z }) => sum + sd * z, 0);
  let position = from;
  const path = strides.map(({ sd, z }) => {
    position += sd * z + (missing * sd * sd) / whole;
    return position;
  });
  path[path.length - 1] = to;
  return path;
}
