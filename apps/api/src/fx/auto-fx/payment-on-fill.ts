import type { AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { amountHintFor } from '@larkmere/contract/platform/amount-hint';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { requirePayablePayee } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PayerCtx } from './auto-fx.ts';

const invalidField = (field: 'payeeUid' | 'most', reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.afterFill.${field}`, code: 'invalid', reason }] });

export function readPaymentCeiling(buy: Currency, { maxAmount }: PaymentOnFill): Money {
  const read = readAmount(buy, maxAmount);
  if (!read || !isPositive(read)) throw invalidField('most', message(amountHintFor(buy)));
  return read;
}

export async function requireValidPaymentOnFill(ctx: PayerCtx, { afterFill, buy }: AutoFxTerms): Promise<void> {
  if (!afterFill) return;
  readPaymentCeiling(buy, afterFill);
  const payee = await requirePayablePayee(ctx, afterFill.payeeUid, afterFill.payeeVersion);
  if (payee.type !== buy.toLowerCase())
    throw invalidField('payeeUid', message('payee_currency_not_supported', { currency: buy }));
}
