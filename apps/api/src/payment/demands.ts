import { add, type Money } from '@larkmere/money/money';
import { worthIn } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Demand, demandsOn } from '../team-approval/team-approval.ts';
import type { Payer, PaymentOrder } from './payment.ts';

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

/** Without a PIN confirmation nobody can request an approval. */
export const paysByItself = ({ source, approve }: PaymentOrder): boolean => source !== undefined && !approve;

/**
 * Scheduled payments were approved when created, parts of a batch with the batch. Refuses `approval_required` for
 * unattended payments.
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
