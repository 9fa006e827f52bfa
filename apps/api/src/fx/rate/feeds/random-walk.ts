import { hash } from 'node:crypto';

/**
 * A standard normal deviate derived from the name by SHA-256 and Box-Muller: the same name always gives the same value.
 */
export function normalDeviate(name: string): number {
  const digest = hash('sha256', name, 'buffer');
  const uniform = (offset: number): number => (digest.readUInt32BE(offset) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}

export type WalkStep = Readonly<{ sd: number; z: number }>;

/**
 * A Brownian bridge: the last position is exactly `to`. The correction is distributed by variance, so that the
 * volatility of each step is unchanged.
 */
export function brownianBridge(from: number, to: number, strides: readonly WalkStep[]): number[] {
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
