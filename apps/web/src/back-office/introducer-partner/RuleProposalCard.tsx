import type { PartnerRuleChange } from '@larkmere/contract/back-office/partner-rule';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { type RuleDecision, useDecideRule } from './partner-rule.api.ts';
import { RuleTerms } from './RuleTerms.tsx';

type Verb = 'approve' | 'refuse' | 'withdraw';
const doneTexts = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

/** A rule that waits, and what this person may do about it. */
export function RuleProposalCard({ id, change }: { id: string; change: PartnerRuleChange }) {
  const t = useTranslations('manageCustomer.partner.proposal');
  const form = useTranslations('manageCustomer.partner.form');
  const terms = useTranslations('manageCustomer.partner.terms');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [verb, setVerb] = useState<Verb>();
  const decide = useDecideRule(id);
  const { uid, rule, startsAt, reason, proposedBy, proposedAt, isOwn } = change;
  const canDecide = !isOwn && allows(permissions, ['introducer_partners', 'approve']);
  const note = { name: 'note', label: t('note'), missing: t('noteMissing'), atLeast: 10 };
  return (
    <Card title={t('title')} className="grid gap-3">
      <p className="text-small text-text-muted">
        {t('by', { name: proposedBy, when: at(proposedAt) })} · {isOwn ? t('own') : reason}
      </p>
      {rule ? <RuleTerms rule={rule} startsAt={startsAt} /> : <p>{terms('callOff')}</p>}
      <div className="flex flex-wrap gap-3">
        {canDecide && <Button onClick={() => setVerb('approve')}>{t('approve')}</Button>}
        {canDecide && (
          <Button kind="secondary" onClick={() => setVerb('refuse')}>
            {t('refuse')}
          </Button>
        )}
        {isOwn && (
          <Button kind="secondary" onClick={() => setVerb('withdraw')}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      {verb && (
        <DecisionDialog<RuleDecision>
          title={t(verb)}
          about={t(`${verb}About`)}
          fields={verb === 'refuse' ? [note] : []}
          submitLabel={t(verb)}
          isDanger={verb === 'refuse'}
          texts={{ failed: form('failed'), again: form('again'), done: t(doneTexts[verb]) }}
          write={decide.mutateAsync}
          toInput={({ note: why = '' }, idempotency) =>
            verb === 'refuse' ? { verb, uid, note: why, idempotency } : { verb, uid, idempotency }
          }
          onClose={() => setVerb(undefined)}
        />
      )}
    </Card>
  );
}
