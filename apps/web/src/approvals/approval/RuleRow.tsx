import type { ApprovalRuleView } from '@larkmere/contract/approvals/approval';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useSaveRule } from './approval.api.ts';
import { useMomentText } from './use-request-texts.ts';
import { useRuleSentence } from './use-rule-sentence.ts';

export function RuleRow({ rule }: { rule: ApprovalRuleView }) {
  const t = useTranslations('teamApproval.rules');
  const when = useMomentText();
  const sentence = useRuleSentence()(rule, rule.appliesToName);
  const { state, expiresDays, createdAt, createdBy } = rule;
  return (
    <Card>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="figures min-w-48 flex-1 font-semibold">{sentence}</h2>
          {state === 'retiring' && <StatusPill kind="warning">{t('retiring')}</StatusPill>}
        </div>
        <p className="text-small text-text-muted">
          {t('expires', { days: expiresDays })} · {t('made', { name: createdBy, when: when(createdAt) })}
        </p>
        {state === 'active' && <RetireRule rule={rule} sentence={sentence} />}
      </div>
    </Card>
  );
}

function RetireRule({ rule, sentence }: { rule: ApprovalRuleView; sentence: string }) {
  const t = useTranslations('teamApproval.rules');
  const [asking, setAsking] = useState<'sure' | 'pin'>();
  const close = () => setAsking(undefined);
  const write = useSaveRule(({ state }) =>
    showToast({ kind: 'success', text: t(state === 'retiring' ? 'asked' : 'retired') }),
  );
  const sending = useIdempotentRequest(write.mutateAsync, close);
  const { uid, scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays } = rule;
  return (
    <div className="mt-2 grid gap-3">
      {!asking && <SubmitNotice submission={sending} refusedTitle={t('notRetired')} retryText={t('once')} />}
      <Button
        kind="secondary"
        className="w-fit"
        aria-label={t('retireName', { rule: sentence })}
        busy={sending.sending || sending.unknown}
        onClick={() => setAsking('sure')}
      >
        {t('retire')}
      </Button>
      {asking === 'sure' && (
        <ConfirmDialog
          title={t('retireTitle')}
          text={`${sentence}. ${t('retireText')}`}
          confirmLabel={t('retire')}
          cancelLabel={t('keep')}
          tone="danger"
          onConfirm={() => setAsking('pin')}
          onCancel={close}
        />
      )}
      {asking === 'pin' && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'approval.retire-rule',
            uid,
            terms: { scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays },
            amount: minAmount,
            currency,
            paymentIdempotency: sending.key,
          }}
          description={t('pinRetire', { rule: sentence })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ kind: 'retire', rule: { uid, authorisation, idempotency: sending.key } })
          }
          onClose={close}
        />
      )}
    </div>
  );
}
