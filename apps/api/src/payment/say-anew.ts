import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { ReviewDecision } from './move-payment.ts';
import { changePayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentWaiting } from './payment-news.ts';

export type Waits = Omit<Extract<ReviewDecision, { nextStep: string }>, 'to'>;

export async function changeWaits(ctx: Ctx, id: string, waits: Partial<Waits>, isTold: boolean): Promise<Payment> {
  const { reasonCode, reason, nextStep, nextUpdateAt, deadlineAt } = waits;
  const said = await changePayment(ctx.tx, id, {
    ...(reasonCode === undefined ? {} : { reason_code: reasonCode }),
    ...(reason === undefined ? {} : { reason }),
    ...(nextStep === undefined ? {} : { next_step: nextStep }),
    ...(nextUpdateAt === undefined ? {} : { next_update_at: nextUpdateAt }),
    ...(deadlineAt === undefined ? {} : { deadline_at: deadlineAt }),
  });
  if (isTold) await emit(ctx, paymentWaiting, newsOf(said));
  return said;
}
