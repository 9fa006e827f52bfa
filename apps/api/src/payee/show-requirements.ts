import type { contract } from '@larkmere/contract/contract';
import { routesAbroad } from '@larkmere/contract/payee-type';
import { moneyText } from '@larkmere/money/amount-text';
import { compare, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { hasSwift } from '../customer/customer.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, Verb } from '../kernel/verb.ts';
import { thaiBounds } from './payee.read.ts';
import { requireRoute } from './read-details.ts';
import { type Bounds, requirementsFor } from './requirements/requirements.ts';

/**
 * Without SWIFT, types that are paid by it are left out. Refuses `amount_invalid`, and `swift_not_enabled` for such a
 * type by name.
 */
export const showRequirements: Verb<typeof contract.payee.requirements> = async (ctx, { amount, ...asked }) => {
  const { currency } = asked;
  const paid = currency === undefined || amount === undefined ? undefined : readAmount(currency, amount);
  if (amount !== undefined && currency !== undefined && !(paid && isPositive(paid)))
    throw new Refusal('amount_invalid');
  if (asked.type !== undefined) await requireRoute(ctx, asked.type);
  const found = requirementsFor(asked, await boundsOf(ctx, asked.bankCode, paid));
  const swift = await hasSwift(ctx.tx, ctx.actor.customerId);
  return found.filter(({ type }) => swift || routesAbroad[type] !== 'swift');
};

async function boundsOf(
  { tx }: Pick<Ctx, 'tx'>,
  bankCode: string | undefined,
  paid: Money | undefined,
): Promise<Bounds> {
  const { promptPay, caps } = await thaiBounds(tx, bankCode ?? null);
  const takes = caps.map(
    ({ rail, most }) => `By ${ways[rail] ?? rail} this bank takes up to ${moneyText(most)} at a time.`,
  );
  return {
    isAbovePromptPay: paid?.currency === 'THB' && promptPay !== undefined && compare(paid, promptPay) > 0,
    bankTakes: takes.join(' ') || undefined,
  };
}

const ways: Readonly<Record<string, string>> = { promptpay: 'PromptPay', bahtnet: 'BAHTNET' };
