import type { contract } from '@larkmere/contract/contract';
import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnPayment } from './own-payment.ts';
import { findBankholderIds, isPayeePayable } from './payment.read.ts';
import type { Payment } from './payment.sql.ts';
import { regulatoryInformationOf } from './payment.view.ts';

export const repeatPayment: Verb<typeof contract.payment.prefill> = async (ctx, { id }) => {
  const { tx } = ctx;
  const payment = await requireOwnPayment(ctx, id);
  const holders = await findBankholderIds(tx, [payment]);
  return {
    sourceBankholderId: holders.get(payment.account_id) ?? '',
    payeeUid: (await isPayeePayable(tx, payment.payee_id)) ? payment.payee_id : null,
    amount: formatAmount(money(payment.currency as Currency, payment.amount_minor)),
    currency: payment.currency as Currency,
    reference: payment.payee_reference,
    scheme: payment.scheme as PaymentScheme | null,
    chargeBearer: payment.charge_bearer as 'OUR' | 'SHA' | 'BEN' | null,
    draft: toDraftReference(payment),
    regulatoryInformation: regulatoryInformationOf(payment),
  };
};

const toDraftReference = ({ id, state, execution_date, end_to_end_id }: Payment) =>
  state === 'draft' ? { uid: id, executionDate: execution_date, endToEndId: end_to_end_id } : null;
