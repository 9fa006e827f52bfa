import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireTradableAccount, requireTradingPermission } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { OrderColumns } from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';
import { requireTermsAmount, termsError } from './terms-error.ts';

export const crossCurrencyService = 'payment.crosscurrency';

type ExchangeCurrencies = Readonly<{ from: Currency; to: Currency }>;
type ExchangeColumns = Pick<OrderColumns, 'amountSide' | 'floorRate' | 'onBreach' | 'maxMinor'>;

const noExchange: ExchangeColumns = { amountSide: null, floorRate: null, onBreach: null, maxMinor: null };

export async function toExchangeColumns(
  ctx: PayerCtx,
  { fx, currency }: StandingOrderTerms,
  { from, to }: ExchangeCurrencies,
): Promise<ExchangeColumns> {
  const isCross = from !== to;
  if (isCross !== (fx !== undefined))
    throw termsError('fx', message(isCross ? 'exchange_terms_required' : 'exchange_terms_not_needed'));
  const fixed = fx?.amountSide === 'received' ? to : from;
  if (currency !== fixed)
    throw new Refusal('account_not_usable', { reason: message('standing_order_amount_currency', { currency: fixed }) });
  if (!fx) return noExchange;
  await requireTradingPermission(ctx, crossCurrencyService);
  const { amountSide, floorRate, onBreach, maxDebit } = fx;
  if (floorRate !== null && !readRate(from, to, floorRate))
    throw termsError('fx.floorRate', message('minimum_rate_invalid'));
  if ((amountSide === 'received') !== (maxDebit !== null))
    throw termsError(
      'fx.most',
      message(amountSide === 'received' ? 'maximum_debit_required' : 'maximum_debit_not_needed'),
    );
  return {
    amountSide,
    floorRate,
    onBreach,
    maxMinor: maxDebit === null ? null : requireTermsAmount(from, maxDebit, 'fx.most').minor,
  };
}

type TopUpColumns = Pick<OrderColumns, 'topUpBankholderId' | 'topUpCurrency' | 'topUpFloorRate'>;

export async function toTopUpColumns(
  ctx: PayerCtx,
  { topUp }: StandingOrderTerms,
  account: BankAccount,
): Promise<TopUpColumns> {
  if (!topUp) return { topUpBankholderId: null, topUpCurrency: null, topUpFloorRate: null };
  const { from, currency, floorRate } = topUp;
  if (from === account.bankholderId) throw termsError('topUp', message('top_up_account_same'));
  await requireTradableAccount(ctx, from, currency);
  const isExchanged = currency !== account.currency;
  if (isExchanged) await requireTradingPermission(ctx, 'fx.instant');
  else if (floorRate !== null) throw termsError('topUp.floorRate', message('exchange_terms_not_needed'));
  if (floorRate !== null && !readRate(currency, account.currency, floorRate))
    throw termsError('topUp.floorRate', message('minimum_rate_invalid'));
  return { topUpBankholderId: from, topUpCurrency: currency, topUpFloorRate: floorRate };
}
