/**
 * Second factors of customers: passkeys, an authenticator app and recovery codes.
 * `approval-requirements.ts` says which operations need one besides the PIN.
 * Login and PIN checks use factors through what app.ts passes in.
 */

import type { FactorMethod } from '@larkmere/contract/identity/second-factor';
import type { Purpose } from '@larkmere/contract/purpose';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import { acceptsRecoveryCode, approvalRequirementOf, type PurposeSummary } from './approval-requirements.ts';
import { findMethods } from './second-factor.sql.ts';

export { removeAllFactors } from './change-factors.ts';
export {
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from './factor-settings.ts';

/** The factors of which this operation needs one here, besides the PIN. Empty if the PIN is enough. */
export async function findRequiredMethods(
  { tx, actor }: Pick<CustomerCtx, 'tx' | 'actor'>,
  purpose: PurposeSummary,
): Promise<FactorMethod[]> {
  const requirement = approvalRequirementOf(purpose);
  if (requirement === 'pin' || (requirement === 'pin_and_device' && actor.isDeviceTrusted)) return [];
  const methods = await findMethods(tx, actor.userId);
  return methods.filter((method) => method !== 'recovery_code' || acceptsRecoveryCode(purpose.operation));
}

export const secondFactorRequired = (methods: readonly FactorMethod[]): Refusal =>
  new Refusal('second_factor_required', { data: { methods } });

/**
 * For operations that need no PIN of people without a second factor: redeems the authorisation of the others. Refuses
 * with `second_factor_required` or `authorisation_invalid`.
 */
export async function requireFactorAuthorisation(
  ctx: CustomerCtx,
  authorisation: string | undefined,
  purpose: Purpose,
): Promise<void> {
  const methods = await findRequiredMethods(ctx, purpose);
  if (methods.length === 0) return;
  if (authorisation === undefined) throw secondFactorRequired(methods);
  await requirePinAuthorisation(ctx, authorisation, purpose);
}
