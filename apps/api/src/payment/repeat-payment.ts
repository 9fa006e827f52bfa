import type { contract } from '@larkmere/contract/contract';
import type { PaymentScheme } from '@larkmere/contract/payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { bankholderIdsOf, payablePayee } from './payment.read.ts';
import { findPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { saidOf } from './payment.view.ts';

export const repeatPayment: Verb<typeof contract.payment.repeat> = async ({ tx, actor }, { id }) => {
  const payment = await findPayment(tx, id);
  if (!payment || payment.customer_id !== actor.customerId) throw new Refusal('not_found');
  const holders = await bankholderIdsOf(tx, [payment]);
  return {
    sourceBankholderId: holders.get(payment.account_id) ?? '',
    payeeUid: (await payablePayee(tx, payment.payee_id)) ? payment.payee_id : null,
    amount: formatAmount(money(payment.currency as Currency, payment.amount_minor)),
    currency: payment.currency as Currency,
    reference: payment.payee_reference,
    scheme: payment.scheme as PaymentScheme | null,
    chargeBearer: payment.charge_bearer as 'OUR' | 'SHA' | 'BEN' | null,
    draft: draftOf(payment),
    said: saidOf(payment),
  };
};

const draftOf = ({ id, state, execution_date, end_to_end_id }: Payment) =>
  state === 'draft' ? { uid: id, executionDate: execution_date, endToEndId: end_to_end_id } : null;
