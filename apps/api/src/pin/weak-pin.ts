import { Refusal } from '../kernel/refusal.ts';

const up = '01234567890';
const down = '09876543210';

/** Repeats, runs in either direction and the birth year: what a stranger would try first. */
export const isWeak = (pin: string, birthYear: string | undefined): boolean =>
  /^(\d)\1{3}$/.test(pin) || up.includes(pin) || down.includes(pin) || pin === birthYear;

/** Refuses with `pin_mismatch` or `pin_weak`. */
export function requireGoodPin(pin: string, confirmation: string, birthYear: string | undefined): void {
  if (pin !== confirmation) throw new Refusal('pin_mismatch');
  if (isWeak(pin, birthYear)) throw new Refusal('pin_weak');
}
