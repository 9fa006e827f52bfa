import { countDifferentCharacters, passwordRules } from '@larkmere/contract/identity/password-rules';
import { Refusal } from '../../platform/requests/refusal.ts';

const minNameLength = 4;

export function requireStrongPassword(password: string, names: readonly string[]): void {
  if (isWeakPassword(password, names)) throw new Refusal('password_weak');
}

export function isWeakPassword(password: string, names: readonly string[]): boolean {
  if (countDifferentCharacters(password) < passwordRules.minDifferent) return true;
  const lower = password.toLowerCase();
  return ['larkmere', ...names].some((name) => name.length >= minNameLength && lower.includes(name.toLowerCase()));
}
