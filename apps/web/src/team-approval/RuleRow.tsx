import type { RuleView } from '@larkmere/contract/team-approval';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { useWriteRule } from './team-approval.api.ts';
import { useMoment } from './use-request-words.ts';
import { useRuleSentence } from './use-rule-sentence.ts';

export function RuleRow({ rule }: { rule: RuleView }) {
  const t = useTranslations('teamApproval.rules');
  const when = useMoment();
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
        {state === 'active' && <Retire rule={rule} sentence={sentence} />}
      </div>
    </Card>
  );
}

function Retire({ rule, sentence }: { rule: RuleView; sentence: string }) {
  const t = useTranslations('teamApproval.rules');
  const [asking, setAsking] = useState<'sure' | 'pin'>();
  const close = () => setAsking(undefined);
  const write = useWriteRule(({ state }) =>
    showToast({ kind: 'success', text: t(state === 'retiring' ? 'asked' : 'retired') }),
  );
  const sending = useKeyedSend(write.mutateAsync, close);
  const { uid, scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays } = rule;
  return (
    <div className="mt-2 grid gap-3">
      {!asking && <SendNotice send={sending} refused={t('notRetired')} once={t('once')} />}
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
            operation: 'team-approval.retire-rule',
            uid,
            terms: { scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays },
            amount: minAmount,
            currency,
            paymentIdempotency: sending.key,
          }}
          about={t('pinRetire', { rule: sentence })}
          onResult={({ approval }) =>
            approval && void sending.send({ kind: 'retire', rule: { uid, approval, idempotency: sending.key } })
          }
          onClose={close}
        />
      )}
    </div>
  );
}
