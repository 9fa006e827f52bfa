import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
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
    sourceBankholderId: holders.get(payment.accountId) ?? '',
    payeeUid: (await isPayeePayable(tx, payment.payeeId)) ? payment.payeeId : null,
    amount: formatAmount(money(payment.currency, payment.amountMinor)),
    currency: payment.currency,
    reference: payment.payeeReference,
    scheme: payment.scheme,
    chargeBearer: payment.chargeBearer,
    draft: toDraftReference(payment),
    regulatoryInformation: regulatoryInformationOf(payment),
  };
};

const toDraftReference = ({ id, state, executionDate, endToEndId }: Payment) =>
  state === 'draft' ? { uid: id, executionDate, endToEndId } : null;
