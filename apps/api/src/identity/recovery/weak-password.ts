import {
  countCharacters,
  countDifferentCharacters,
  normalisePassword,
  passwordRules,
} from '@larkmere/contract/identity/password-rules';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';

const minNameLength = 4;

/** Refuses `password_weak`; with a reason of its own for a password that is known or easily guessed. */
export async function requireStrongPassword(password: string, names: readonly string[]): Promise<void> {
  const weakness = await findWeakness(password, names);
  if (weakness === 'rules') throw new Refusal('password_weak');
  if (weakness === 'common') throw new Refusal('password_weak', { reason: message('password_common') });
}

export async function findWeakness(
  password: string,
  names: readonly string[],
): Promise<'rules' | 'common' | undefined> {
  const normalised = normalisePassword(password);
  if (countCharacters(normalised) < passwordRules.min) return 'rules';
  if (countDifferentCharacters(normalised) < passwordRules.minDifferent) return 'rules';
  const lower = normalised.toLowerCase();
  const forbidden = ['larkmere', ...names].map((name) => normalisePassword(name).toLowerCase());
  if (forbidden.some((name) => name.length >= minNameLength && lower.includes(name))) return 'rules';
  // The lists take 30 MB and are needed seldom.
  const { isCommonPassword } = await import('./common-password.ts');
  return isCommonPassword(normalised, names) ? 'common' : undefined;
}
