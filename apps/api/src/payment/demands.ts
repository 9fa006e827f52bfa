import { add, type Money } from '@larkmere/money/money';
import { worthIn } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Demand, demandsOn } from '../team-approval/team-approval.ts';
import type { Payer, PaymentOrder } from './payment.ts';

/** What the rules demand of a payer's colleagues for so much money, however many payments it is. */
export const demandsOnMoney = (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: Pick<Payer, 'customerId' | 'personId'>,
  amounts: readonly Money[],
): Promise<readonly Demand[]> =>
  demandsOn(ctx, {
    customerId,
    personId,
    scope: 'payment',
    worth: async (currency) => {
      const values = await Promise.all(amounts.map((amount) => worthIn(ctx, amount, currency)));
      const [first, ...others] = values.filter((value) => value !== undefined);
      if (!first || others.length + 1 < values.length) return undefined;
      return others.reduce(add, first);
    },
  });

const nobodyToAsk = (): Refusal =>
  new Refusal('approval_required', {
    message:
      'A colleague has to approve payments like this. Nothing was sent. Make it as a single payment, which your colleagues can approve.',
  });

/** Nobody confirms it with a PIN, so there is nobody who asks colleagues. */
export const paysByItself = ({ source, approve }: PaymentOrder): boolean => source !== undefined && !approve;

/**
 * What the rules demand for one payment. What leaves on its planned day was approved when it was planned, and a part with its whole. Refuses with
 * `approval_required` what pays by itself: it has nobody to ask.
 */
export async function demandsOnOrder(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<readonly Demand[]> {
  if (order.due || order.teamApproved) return [];
  const { amount, exchange } = order;
  const demands = await demandsOnMoney(ctx, payer, [exchange?.price.sell ?? amount]);
  if (demands.length === 0) return demands;
  if (paysByItself(order)) throw nobodyToAsk();
  if (exchange && !exchange.indicative) throw new Overtaken('a rule came into force meanwhile');
  return demands;
}
