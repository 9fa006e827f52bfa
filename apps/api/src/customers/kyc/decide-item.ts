import type { contract } from '@larkmere/contract/contract';
import type { KycItemReason } from '@larkmere/contract/customers/kyc-event';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { lockCase, reload } from './decide-application.ts';
import { refuseItem, verifyItem } from './decide-items.ts';
import { isVerified } from './editing.ts';
import type { KycFile } from './evaluate-items.ts';

/** Items are decided while a person looks at the whole, or at a customer who is verified already. */
export const decideKycItem: Verb<typeof contract.kycReview.decideItem> = async (
  ctx,
  { uid, item: id, decision, reasonCode, note = null },
) => {
  const file = await lockCase(ctx, uid);
  const item = file.items.find(({ row }) => row.id === id);
  if (!item) throw new Refusal('not_found');
  requireDecidable(file);
  requireReason(decision, reasonCode);
  if (decision === 'accept') await verifyItem(ctx, item, note);
  else if (reasonCode) await refuse(ctx, file, { item, reason: reasonCode, note });
  return reload(ctx, uid);
};

function requireDecidable({ application }: KycFile): void {
  const isInDoubt = isVerified(application) && application.concerns.length > 0;
  if (application.state !== 'in_review' && !isInDoubt) throw new Refusal('invalid_transition');
}

function requireReason(decision: 'accept' | 'refuse', reasonCode: KycItemReason | undefined): void {
  if ((decision === 'refuse') === (reasonCode !== undefined)) return;
  const code = decision === 'refuse' ? 'required' : 'not_allowed';
  throw new Refusal('validation_failed', {
    errors: [{ field: 'reasonCode', code, reason: message(code === 'required' ? 'field_required' : 'field_invalid') }],
  });
}

/** In review, the due date comes with the decision about the whole. */
const refuse = (
  ctx: StaffCtx,
  { application }: KycFile,
  refusal: Omit<Parameters<typeof refuseItem>[2], 'dueBy'>,
): Promise<void> => refuseItem(ctx, application, { ...refusal, dueBy: application.dueBy });
