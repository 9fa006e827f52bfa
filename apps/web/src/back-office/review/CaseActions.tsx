import { allows } from '@larkmere/contract/back-office/permissions';
import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import { escalateReasons } from '@larkmere/contract/back-office/review-reasons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { DecisionDialog, staffPaths } from '../parts/parts.ts';
import { GiveDialog } from './GiveDialog.tsx';
import {
  reviewQueueQuery,
  useAddCaseNote,
  useEscalate,
  useGivePayment,
  usePlaceFraudHold,
  useSettleConflict,
} from './staff-review.api.ts';

const actions = ['give', 'escalate', 'fraud', 'settle', 'note'] as const;
type Action = (typeof actions)[number];
type Props = { shown: ReviewCase };

/** What is done about a payment besides deciding it. */
export function CaseActions({ shown }: Props) {
  const t = useTranslations('manageReview');
  const { permissions } = useStaffSession();
  const menu = useId();
  const [open, setOpen] = useState<Action>();
  const { payment, evidence, desk } = shown;
  const hold = evidence.statutoryHold;
  const colleagues = useQuery(reviewQueueQuery).data?.colleagues ?? [];
  const give = useGivePayment();
  const isOffered: Record<Action, boolean> = {
    give: colleagues.length > 0 && desk.recommendation?.isOwn !== true,
    escalate: !desk.withCompliance && desk.recommendation?.isOwn !== true,
    fraud: payment.amount.currency === 'GBP' && !hold?.groundsRecordedAt,
    settle: evidence.bankQuery?.reportsSettlement === true,
    note: allows(permissions, ['customer_details', 'act']),
  };
  const offered = actions.filter((action) => isOffered[action]);
  if (offered.length === 0) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      <button
        type="button"
        popoverTarget={menu}
        className={`${buttonClass('secondary')} px-3.5! text-small [anchor-name:--case-actions]`}
      >
        {t('bar.more')} <ChevronDown size={16} />
      </button>
      <div
        id={menu}
        popover="auto"
        className="inset-auto m-0 mb-1 w-64 rounded-card border border-line bg-raised p-2 text-text shadow-menu [position-anchor:--case-actions] [position-area:top_span-right]"
      >
        {offered.map((action) => (
          <button
            key={action}
            type="button"
            popoverTarget={menu}
            popoverTargetAction="hide"
            onClick={() => setOpen(action)}
            className="flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-semibold hover:bg-sunken"
          >
            {t(action === 'fraud' && hold ? 'actions.grounds' : `actions.${action}`)}
          </button>
        ))}
      </div>
      {open === 'give' && (
        <GiveDialog
          colleagues={colleagues}
          write={({ to, idempotency }) => give.mutateAsync({ uid: payment.uid, to, idempotency })}
          onClose={close}
        />
      )}
      {open === 'escalate' && <EscalateDialog shown={shown} onClose={close} />}
      {open === 'fraud' && <FraudDialog shown={shown} onClose={close} />}
      {open === 'settle' && <SettleDialog shown={shown} onClose={close} />}
      {open === 'note' && <NoteDialog shown={shown} onClose={close} />}
    </>
  );
}

type DialogProps = Props & { onClose: () => void };

function EscalateDialog({ shown, onClose }: DialogProps) {
  const t = useTranslations('manageReview.actions');
  const { permissions } = useStaffSession();
  const navigate = useNavigate();
  const escalate = useEscalate();
  type Input = Parameters<typeof escalate.mutateAsync>[0];
  return (
    <DecisionDialog<Input>
      title={t('escalate')}
      about={t('escalateAbout')}
      fields={[
        {
          name: 'reason',
          label: t('reason'),
          options: escalateReasons.map((value) => ({ value, label: t(`escalateReason.${value}`) })),
        },
        { name: 'note', label: t('noteLabel') },
      ]}
      submitLabel={t('escalate')}
      texts={{ failed: t('failed'), again: t('again'), done: t('escalated') }}
      write={escalate.mutateAsync}
      toInput={({ reason, note }, idempotency) => ({
        uid: shown.payment.uid,
        reason: reason as Input['reason'],
        ...(note && { note }),
        idempotency,
      })}
      onDone={() => {
        // It is no longer theirs to see.
        if (!allows(permissions, ['screening_hits', 'view'])) void navigate({ to: staffPaths.review });
      }}
      onClose={onClose}
    />
  );
}

function FraudDialog({ shown: { payment, evidence }, onClose }: DialogProps) {
  const t = useTranslations('manageReview.actions');
  const place = usePlaceFraudHold();
  type Input = Parameters<typeof place.mutateAsync>[0];
  const isHeld = evidence.statutoryHold !== null;
  return (
    <DecisionDialog<Input>
      title={t(isHeld ? 'grounds' : 'fraud')}
      about={t('fraudAbout')}
      fields={[
        {
          name: 'grounds',
          label: t('groundsLabel'),
          atMost: 1000,
          atLeast: 10,
          ...(isHeld
            ? { missing: t('groundsMissing') }
            : { isValid: (text: string) => text.length >= 10, wrong: t('groundsMissing') }),
        },
      ]}
      submitLabel={t(isHeld ? 'grounds' : 'fraud')}
      texts={{ failed: t('failed'), again: t('again'), done: t('fraudDone') }}
      write={place.mutateAsync}
      toInput={({ grounds }, idempotency) => ({ uid: payment.uid, ...(grounds && { grounds }), idempotency })}
      onClose={onClose}
    />
  );
}

function SettleDialog({ shown: { payment, evidence }, onClose }: DialogProps) {
  const t = useTranslations('manageReview.actions');
  const settle = useSettleConflict();
  type Input = Parameters<typeof settle.mutateAsync>[0];
  const report = evidence.bankQuery?.settlementReport;
  const paid = report
    ? [{ value: report.instructionId, label: t('settlePaid', { instruction: report.instructionId }) }]
    : [];
  return (
    <DecisionDialog<Input>
      title={t('settle')}
      about={t('settleAbout')}
      fields={[
        { name: 'which', label: t('settleWhich'), options: [...paid, { value: '', label: t('settleNone') }] },
        { name: 'note', label: t('settleNote'), missing: t('groundsMissing'), atLeast: 10 },
      ]}
      submitLabel={t('settle')}
      texts={{ failed: t('failed'), again: t('again'), done: t('settleDone') }}
      write={settle.mutateAsync}
      toInput={({ which, note = '' }, idempotency) => ({
        uid: payment.uid,
        paidInstruction: which || null,
        note,
        idempotency,
      })}
      onClose={onClose}
    />
  );
}

function NoteDialog({ shown, onClose }: DialogProps) {
  const t = useTranslations('manageReview.actions');
  const add = useAddCaseNote();
  type Input = Parameters<typeof add.mutateAsync>[0];
  return (
    <DecisionDialog<Input>
      title={t('note')}
      fields={[{ name: 'body', label: t('noteLabel'), missing: t('noteMissing'), atLeast: 3 }]}
      submitLabel={t('note')}
      texts={{ failed: t('failed'), again: t('again'), done: t('noteDone') }}
      write={add.mutateAsync}
      toInput={({ body = '' }, idempotency) => ({ id: shown.customer.uid, body, isSupportNeed: false, idempotency })}
      onClose={onClose}
    />
  );
}
