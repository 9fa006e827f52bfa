import type { NameCheckResult } from '@larkmere/contract/payee';
import type { z } from 'zod';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { canBelongTogether } from './modulus.ts';
import { selectNameCheck } from './name-check.sql.ts';
import type { NameQuestion } from './rails/confirmation-of-payee.ts';

type Result = z.infer<typeof NameCheckResult>;

/** Refuses bank details that cannot exist, by the modulus rules. Throws `payee_details_invalid`. */
export function requirePossible({ sortCode, accountNumber }: Pick<NameQuestion, 'sortCode' | 'accountNumber'>): void {
  if (canBelongTogether(sortCode, accountNumber)) return;
  const message = 'This account number does not fit the sort code';
  throw new Refusal('payee_details_invalid', { errors: [{ field: 'accountNumber', code: 'modulus', message }] });
}

/** What the answer of the payee's bank demands before the payee may be saved. Nothing: it may be saved as it is. */
export function whyNotSaved(result: Result, accepted: boolean): Refusal | undefined {
  switch (result) {
    case 'match':
    case 'unavailable':
    case 'not_supported':
      return undefined;
    case 'close_match':
    case 'wrong_account_type':
    case 'no_match':
      return accepted ? undefined : new Refusal('name_check_unconfirmed');
    case 'account_switched':
      return new Refusal('payee_details_invalid', {
        message: 'This account has moved to another bank. Ask your payee for the new details.',
      });
    case 'not_found':
      return new Refusal('payee_details_invalid', { message: 'The bank has no account with these details.' });
  }
}

/**
 * The name check that the customer saw for exactly these details, as far as it allows saving them. Answers its id.
 * Throws `payee_details_invalid`, `name_check_required`, `name_check_unconfirmed`.
 */
export async function requireNameCheck(
  ctx: CustomerCtx,
  question: NameQuestion,
  { checkId, accepted }: Readonly<{ checkId: string | undefined; accepted: boolean }>,
): Promise<string> {
  requirePossible(question);
  const check = checkId && (await selectNameCheck(ctx.tx, checkId, ctx.actor.personId, question, ctx.now));
  if (!check) throw new Refusal('name_check_required');
  const refusal = whyNotSaved(check.result as Result, accepted);
  if (refusal) throw refusal;
  return check.id;
}
