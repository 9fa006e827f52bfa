import type { Currency, Money } from '@larkmere/money/money';
import { convert } from '@larkmere/money/rate';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { type Demand, demandsOn } from '../team-approval/team-approval.ts';

/** An amount in another currency at mid, rounded up: against whoever would stay below a rule. Undefined without a good rate. */
export async function valueIn(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  amount: Money,
  currency: Currency,
): Promise<Money | undefined> {
  if (amount.currency === currency) return amount;
  try {
    return convert(amount, (await midRate(ctx, amount.currency, currency)).rate, 'up');
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * What the rules for exchanges demand of somebody's colleagues for so much; an amount that is not known yet counts as
 * enough. Refuses as `demandsOn`.
 */
export const demandsOnExchange = (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: Readonly<{ customerId: string; personId: string }>,
  amount: Money | undefined,
): Promise<readonly Demand[]> =>
  demandsOn(ctx, {
    customerId,
    personId,
    scope: 'fx',
    worth: async (currency) => amount && valueIn(ctx, amount, currency),
  });
