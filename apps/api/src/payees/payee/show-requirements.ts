import type { contract } from '@larkmere/contract/contract';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import { defaultText } from '@larkmere/messages/format-message';
import { compare, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { hasSwift } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { selectThaiLimits } from './payee.read.ts';
import { requirePayeeRail } from './require-allowed-payee.ts';
import { type RailLimits, requirementsFor } from './requirements/requirements.ts';

type Options = Readonly<{ checksPromptPay?: boolean | undefined }>;

/**
 * Without SWIFT, types that are paid by it are left out. Refuses `amount_invalid`, and `swift_not_enabled` for such a
 * type by name.
 */
export const showRequirements =
  ({ checksPromptPay = true }: Options = {}): Verb<typeof contract.payee.requirements> =>
  async (ctx, { amount, ...query }) => {
    const { currency } = query;
    const paid = currency === undefined || amount === undefined ? undefined : readAmount(currency, amount);
    if (amount !== undefined && currency !== undefined && !(paid && isPositive(paid)))
      throw new Refusal('amount_invalid');
    if (query.type !== undefined) await requirePayeeRail(ctx, query.type);
    const found = requirementsFor(query, await findRailLimits(ctx, query.bankCode, paid));
    const swift = await hasSwift(ctx.tx, ctx.actor.customerId);
    return found
      .filter(({ type }) => swift || crossBorderRoutes[type] !== 'swift')
      .map((each) => (each.nameCheck === 'promptpay' && !checksPromptPay ? { ...each, nameCheck: 'none' } : each));
  };

async function findRailLimits(
  { tx }: Pick<Ctx, 'tx'>,
  bankCode: string | undefined,
  paid: Money | undefined,
): Promise<RailLimits> {
  const { promptPay, caps } = await selectThaiLimits(tx, bankCode ?? null);
  const takes = caps.map(({ rail, max }) =>
    defaultText('bank_limit_hint', { route: railLabels[rail] ?? rail, limit: max }),
  );
  return {
    isAbovePromptPay: paid?.currency === 'THB' && promptPay !== undefined && compare(paid, promptPay) > 0,
    bankLimitText: takes.join(' ') || undefined,
  };
}

const railLabels: Readonly<Record<string, string>> = { promptpay: 'PromptPay', bahtnet: 'BAHTNET' };
