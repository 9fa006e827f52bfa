import type { contract } from '@larkmere/contract/contract';
import { bulkNameCheck } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { loadRowView, lockEditableRow } from './correct-row.ts';
import { releaseOverriddenRows } from './name-check.sql.ts';

/**
 * Confirms the name for every row of the file with the same name check. Throws `not_found`, `invalid_transition`,
 * `name_check_unconfirmed`.
 */
export const overrideNameCheck: Verb<typeof contract.bulkPayment.acceptName> = async (ctx, { uid, number, reason }) => {
  const row = await lockEditableRow(ctx, uid, number);
  if (row.state !== 'doubtful' || row.nameCheckId === null) throw new Refusal('invalid_transition');
  await bulkNameCheck.override(ctx, row.nameCheckId, reason);
  await releaseOverriddenRows(ctx.tx, uid, row.nameCheckId);
  await audit(ctx, 'bulk-payment.name_check_overridden', `bulk_payment:${uid}`, {
    row: number,
    nameCheckId: row.nameCheckId,
  });
  return loadRowView(ctx, uid, number);
};
