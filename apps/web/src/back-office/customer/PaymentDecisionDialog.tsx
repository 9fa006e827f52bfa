import type { CustomerPaymentRow } from '@larkmere/contract/back-office/customer-file';
import { useTranslations } from 'use-intl';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { type PaymentDecision, useDecidePayment } from './customer.api.ts';

export type PaymentVerb = PaymentDecision['verb'];
type Props = { id: string; payment: CustomerPaymentRow; verb: PaymentVerb; onClose: () => void };
type Release = Extract<PaymentDecision, { verb: 'release' }>;
type Refusal = Extract<PaymentDecision, { verb: 'refuse' }>;

const releaseReasons = ['false_positive', 'documents_in_order', 'answers_in_order', 'known_pattern'] as const;
const refuseReasons = [
  'payee_details_invalid',
  'name_mismatch',
  'documents_needed',
  'unsupported_destination',
  'limit_reached',
  'extra_checks',
] as const;

export function PaymentDecisionDialog({ id, payment: { uid, amount, payeeName, release }, verb, onClose }: Props) {
  const t = useTranslations('manageCustomer.payment');
  const decide = useDecidePayment(id);
  const note: DecisionField = { name: 'note', label: t('note') };
  const sentence = { missing: t('sentenceMissing'), atLeast: 10 };
  const fields: Record<PaymentVerb, DecisionField[]> = {
    release: [
      {
        name: 'reason',
        label: t('reason'),
        options: releaseReasons.map((value) => ({ value, label: t(`releaseReason.${value}`) })),
      },
      note,
    ],
    refuse: [
      {
        name: 'reasonCode',
        label: t('reason'),
        options: refuseReasons.map((value) => ({ value, label: t(`refuseReason.${value}`) })),
      },
      { name: 'sentence', label: t('sentence'), atMost: 200, ...sentence },
      note,
    ],
    ask: [{ name: 'question', label: t('question'), atMost: 300, ...sentence }],
  };
  const toInput = (values: Readonly<Record<string, string>>, idempotency: string): PaymentDecision => {
    const optionalNote = values.note ? { note: values.note } : {};
    if (verb === 'release')
      return { verb, uid, reason: values.reason as Release['reason'], ...optionalNote, idempotency };
    if (verb === 'refuse') {
      const { reasonCode, sentence: text = '' } = values;
      return {
        verb,
        uid,
        reasonCode: reasonCode as Refusal['reasonCode'],
        sentence: text,
        ...optionalNote,
        idempotency,
      };
    }
    return { verb, uid, questions: [{ kind: 'text', text: values.question ?? '' }], idempotency };
  };
  const shown = verb === 'release' && release?.isRecommendation ? 'recommend' : verb;
  return (
    <DecisionDialog<PaymentDecision>
      title={t(`title.${shown}`)}
      about={t('about', { amount: `${amount.amount} ${amount.currency}`, payee: payeeName })}
      fields={fields[verb]}
      submitLabel={t(shown)}
      isDanger={verb === 'refuse'}
      texts={{ failed: t('failed'), again: t('again'), done: t(`done.${verb}`) }}
      write={decide.mutateAsync}
      toInput={toInput}
      onClose={onClose}
    />
  );
}
