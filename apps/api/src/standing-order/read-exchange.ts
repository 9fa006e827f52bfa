import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { requireHolding, requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { OrderColumns } from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';
import { requireSum, wrong } from './terms-fault.ts';

export const crossing = 'payment.crosscurrency';

type Crossing = Readonly<{ from: Currency; to: string }>;
type Columns = Pick<OrderColumns, 'amount_side' | 'floor_rate' | 'on_breach' | 'most_minor'>;

const nothing: Columns = { amount_side: null, floor_rate: null, on_breach: null, most_minor: null };

export async function exchangeColumns(
  ctx: PayerCtx,
  { fx, currency }: StandingOrderTerms,
  { from, to }: Crossing,
): Promise<Columns> {
  const isCross = from !== to;
  if (isCross !== (fx !== undefined))
    throw wrong('fx', isCross ? 'Say what is fixed, and what happens to the rate' : 'Nothing is exchanged here');
  const fixed = fx?.amountSide === 'received' ? to : from;
  if (currency !== fixed) throw new Refusal('account_not_usable', { message: `The amount has to be in ${fixed}.` });
  if (!fx) return nothing;
  await requireRightToDeal(ctx, crossing);
  const { amountSide, floorRate, onBreach, most } = fx;
  if (floorRate !== null && !readRate(from, to as Currency, floorRate))
    throw wrong('fx.floorRate', 'Enter a rate such as 1.1500');
  if ((amountSide === 'received') !== (most !== null))
    throw wrong('fx.most', amountSide === 'received' ? 'Say how much may leave at most' : 'The amount says it already');
  return {
    amount_side: amountSide,
    floor_rate: floorRate,
    on_breach: onBreach,
    most_minor: most === null ? null : requireSum(from, most, 'fx.most').minor,
  };
}

type TopUp = Pick<OrderColumns, 'top_up_bankholder_id' | 'top_up_currency' | 'top_up_floor'>;

export async function topUpColumns(ctx: PayerCtx, { topUp }: StandingOrderTerms, account: BankAccount): Promise<TopUp> {
  if (!topUp) return { top_up_bankholder_id: null, top_up_currency: null, top_up_floor: null };
  const { from, currency, floorRate } = topUp;
  if (from === account.bankholderId) throw wrong('topUp', 'Choose another account');
  await requireHolding(ctx, from, currency);
  const isExchanged = currency !== account.currency;
  if (isExchanged) await requireRightToDeal(ctx, 'fx.instant');
  else if (floorRate !== null) throw wrong('topUp.floorRate', 'Nothing is exchanged here');
  if (floorRate !== null && !readRate(currency, account.currency, floorRate))
    throw wrong('topUp.floorRate', 'Enter a rate such as 1.1500');
  return { top_up_bankholder_id: from, top_up_currency: currency, top_up_floor: floorRate };
}
