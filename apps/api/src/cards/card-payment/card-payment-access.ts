import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { requireVisibleCard } from '../issued-card/issued-card.ts';
import { type CardPayment, lockPayment, selectPayment } from './card-payment.sql.ts';

/** A payment is seen by those who see its card. Refuses `not_found`. */
export async function requireVisiblePayment(ctx: CustomerCtx, id: string, mode?: 'lock'): Promise<CardPayment> {
  const payment = await (mode === 'lock' ? lockPayment(ctx.tx, id) : selectPayment(ctx.tx, id));
  if (payment?.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
  await requireVisibleCard(ctx, payment.cardId);
  return payment;
}
