import { amountKind, amountWanted } from '@larkmere/contract/amount-wanted';
import type { AfterFill, AutoFxTerms } from '@larkmere/contract/auto-fx';
import { type Currency, compare, isPositive, type Money, readAmount, subtract } from '@larkmere/money/money';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { requireUsablePayee } from '../payee/payee.ts';
import { makePayment, payerOf, priceOfPayment, wayOfPayment } from '../payment/payment.ts';
import { type PayerCtx, type paymentDue, paymentFailed } from './auto-fx.ts';

const wrong = (field: 'payeeUid' | 'most', message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.afterFill.${field}`, code: 'invalid', message }] });

export function readMost(buy: Currency, { most }: AfterFill): Money {
  const read = readAmount(buy, most);
  if (!read || !isPositive(read)) throw wrong('most', amountWanted[amountKind(buy)]);
  return read;
}

export async function requireAfterFill(ctx: PayerCtx, { afterFill, buy }: AutoFxTerms): Promise<void> {
  if (!afterFill) return;
  readMost(buy, afterFill);
  const payee = await requireUsablePayee(ctx, afterFill.payeeUid, afterFill.payeeVersion);
  if (payee.type !== buy.toLowerCase()) throw wrong('payeeUid', `This payee has no account that takes ${buy} this way`);
}

type Due = NonNullable<(typeof paymentDue)['payload']>;

/**
 * Pays once per conversion, however often the event is delivered; the payment fee is inside the customer's ceiling. If
 * the payment is refused, the money stays on the account and the customer is notified.
 */
export const payAfterFill: InsideListener<Due> = async (ctx, { payload: due }) => {
  const { afterFill, bankholderId, conversionId, customerId, personId, orderId, sentence } = due;
  try {
    const payer = await payerOf(ctx.tx, personId);
    if (!payer) throw new Refusal('account_restricted');
    const [bought, most] = [readMoney(due.buy, due.bought), readMoney(due.buy, afterFill.most)];
    const upTo = compare(bought, most) > 0 ? most : bought;
    const way = await wayOfPayment(ctx.tx, { amount: upTo, tier: payer.userType, route: 'direct' });
    const { fee } = await priceOfPayment(ctx, payer, way, upTo);
    const rest = subtract(bought, fee);
    const amount = compare(rest, most) > 0 ? most : rest;
    if (!isPositive(amount)) throw new Refusal('amount_invalid');
    await makePayment(ctx, payer, {
      kind: 'domestic',
      ...way,
      sourceBankholderId: bankholderId,
      payeeUid: afterFill.payeeUid,
      payeeVersion: afterFill.payeeVersion,
      amount,
      reference: afterFill.reference,
      source: { kind: 'auto_fx', id: conversionId },
      teamApproved: due.teamApproved,
      confirmDuplicate: true, // Fills of a repeated order are alike on purpose.
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${due.bought} ${due.buy} stays on your account: ${error.message}`;
    await emit(ctx, paymentFailed, { orderId, customerId, personId, sentence, message });
  }
};

function readMoney(currency: Currency, text: string): Money {
  const read = readAmount(currency, text);
  if (!read) throw new Error(`${text} is not an amount of ${currency}`);
  return read;
}
