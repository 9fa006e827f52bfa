import type { PaymentView } from '@larkmere/contract/payments/payment';

const questionable: ReadonlySet<PaymentView['state']> = new Set([
  'awaiting_funds',
  'screening',
  'in_review',
  'info_required',
  'ready',
  'submitted',
  'sent',
  'returned',
  'rejected',
  'failed',
]);

/** The newest payment that is under way or came back. */
export const findQuestionable = <P extends Pick<PaymentView, 'state'>>(newestFirst: readonly P[]): P | undefined =>
  newestFirst.find(({ state }) => questionable.has(state));
