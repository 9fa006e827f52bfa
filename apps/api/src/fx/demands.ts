import type { Currency, Money } from '@larkmere/money/money';
import { convert } from '@larkmere/money/rate';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { type Demand, demandsOn } from '../team-approval/team-approval.ts';

/** Rounds up, so that rounding never puts an amount below an approval threshold. Undefined without a usable rate. */
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

/** An unknown amount counts as reaching every threshold. */
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
