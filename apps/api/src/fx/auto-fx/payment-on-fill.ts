import type { AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { amountHintFor } from '@larkmere/contract/platform/amount-hint';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { requirePayablePayee } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { PayerCtx } from './auto-fx.ts';

const invalidField = (field: 'payeeUid' | 'most', message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.afterFill.${field}`, code: 'invalid', message }] });

export function readPaymentCeiling(buy: Currency, { maxAmount }: PaymentOnFill): Money {
  const read = readAmount(buy, maxAmount);
  if (!read || !isPositive(read)) throw invalidField('most', defaultText(amountHintFor(buy)));
  return read;
}

export async function requireValidPaymentOnFill(ctx: PayerCtx, { afterFill, buy }: AutoFxTerms): Promise<void> {
  if (!afterFill) return;
  readPaymentCeiling(buy, afterFill);
  const payee = await requirePayablePayee(ctx, afterFill.payeeUid, afterFill.payeeVersion);
  if (payee.type !== buy.toLowerCase())
    throw invalidField('payeeUid', `This payee has no account that takes ${buy} this way`);
}
