import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { manyNames } from '../payee/payee.ts';
import { requireOpenRow, viewRowOf } from './correct-row.ts';
import { updateAccepted } from './names.sql.ts';

/**
 * Confirms the name for every row of the file with the same name check. Throws `not_found`, `invalid_transition`,
 * `name_check_unconfirmed`.
 */
export const acceptName: Verb<typeof contract.bulkPayment.acceptName> = async (ctx, { uid, number, reason }) => {
  const row = await requireOpenRow(ctx, uid, number);
  if (row.state !== 'doubtful' || row.name_check_id === null) throw new Refusal('invalid_transition');
  await manyNames.acceptAnswer(ctx, row.name_check_id, reason);
  await updateAccepted(ctx.tx, uid, row.name_check_id);
  await audit(ctx, 'bulk-payment.name_accepted', `bulk_payment:${uid}`, {
    row: number,
    nameCheckId: row.name_check_id,
  });
  return viewRowOf(ctx, uid, number);
};
