import { add, type Currency, type Money } from '@larkmere/money/money';
import { convert } from '@larkmere/money/rate';
import { type ApprovalRequirement, findApprovalRequirements } from '../../approvals/approval/approval.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { midRate } from '../rate/rate.ts';

/** Rounds up, so that rounding never puts an amount below an approval threshold. Undefined without a usable rate. */
export async function convertAtMid(
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
export const approvalRequirementsForConversion = (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  amount: Money | undefined,
): Promise<readonly ApprovalRequirement[]> =>
  findApprovalRequirements(ctx, {
    customerId,
    userId,
    scope: 'fx',
    valueIn: async (currency) => amount && convertAtMid(ctx, amount, currency),
  });

export const approvalRequirementsForPayments = (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Readonly<{ customerId: string; userId: string }>,
  amounts: readonly Money[],
): Promise<readonly ApprovalRequirement[]> =>
  findApprovalRequirements(ctx, {
    customerId,
    userId,
    scope: 'payment',
    valueIn: async (currency) => {
      const values = await Promise.all(amounts.map((amount) => convertAtMid(ctx, amount, currency)));
      const [first, ...others] = values.filter((value) => value !== undefined);
      if (!first || others.length + 1 < values.length) return undefined;
      return others.reduce(add, first);
    },
  });
