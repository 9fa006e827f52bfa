import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { isInstructionId } from '../payment/payment.sql.ts';

/**
 * Refuses an end-to-end id that equals one of our instruction ids: a bank reply without the instruction id would be
 * matched to the wrong payment.
 */
export async function requireUnusedEndToEndId({ tx }: Pick<Ctx, 'tx'>, endToEndId: string | undefined): Promise<void> {
  if (endToEndId === undefined || !(await isInstructionId(tx, endToEndId))) return;
  const reason = message('end_to_end_id_used');
  throw new Refusal('validation_failed', { errors: [{ field: 'endToEndId', code: 'invalid', reason }] });
}
