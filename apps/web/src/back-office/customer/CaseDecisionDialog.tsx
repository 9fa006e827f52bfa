import type { KycCaseFile, KycDecisionReason, KycOutcome } from '@larkmere/contract/back-office/kyc-review';
import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { useTranslations } from 'use-intl';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { useDecideCase } from './customer.api.ts';

type CaseDecision = RawInput<typeof contract.kycReview.decide>;
const reasons: readonly KycDecisionReason[] = [
  'all_in_order',
  'low_risk_outstanding',
  'name_match_cleared',
  'vendor_overruled',
  'more_needed',
  'under_investigation',
  'identity_not_proven',
  'documents_forged',
  'outside_risk_appetite',
  'contradicted',
];

/** Items that are still open are asked for again with the same reason when the whole is sent back. */
export function CaseDecisionDialog({ id, file, onClose }: { id: string; file: KycCaseFile; onClose: () => void }) {
  const t = useTranslations('manageCustomer.case');
  const decide = useDecideCase(id);
  const fields: DecisionField[] = [
    {
      name: 'outcome',
      label: t('outcome'),
      options: file.allowed.map((value) => ({ value, label: t(`outcomes.${value}`) })),
    },
    {
      name: 'reasonCode',
      label: t('decisionReason'),
      options: reasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
    },
    { name: 'dueOn', label: t('dueOn'), isDate: true },
    { name: 'note', label: t('note'), missing: t('noteMissing'), atLeast: 10, atMost: 1000 },
  ];
  return (
    <DecisionDialog<CaseDecision>
      title={t('decide')}
      fields={fields}
      submitLabel={t('decide')}
      texts={{ failed: t('failed'), again: t('again'), done: t('done') }}
      write={decide.mutateAsync}
      toInput={({ outcome, reasonCode, dueOn, note = '' }, idempotency) => ({
        uid: file.uid,
        outcome: outcome as KycOutcome,
        reasonCode: reasonCode as KycDecisionReason,
        note,
        ...(dueOn ? { dueOn } : {}),
        idempotency,
      })}
      onClose={onClose}
    />
  );
}
