import type { RuleTerms } from '@larkmere/contract/team-approval';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { RuleFields } from './RuleFields.tsx';
import { type TeamRules, useWriteRule } from './team-approval.api.ts';
import { useRuleSentence } from './use-rule-sentence.ts';

const firstTerms: RuleTerms = {
  scope: 'payment',
  appliesTo: { to: 'all' },
  minAmount: '',
  currency: 'GBP',
  approvers: 1,
  approverRoles: [],
  expiresDays: 7,
};

type Props = { people: TeamRules['people']; onDone: () => void };

/** Only the server can tell whether enough people could meet the rule. */
export function RuleForm({ people, onDone }: Props) {
  const t = useTranslations('teamApproval.form');
  const sentenceOf = useRuleSentence();
  const [typed, setTyped] = useState(firstTerms);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const write = useWriteRule(() => {
    showToast({ kind: 'success', text: t('saved') });
    onDone();
  });
  const sending = useKeyedSend(write.mutateAsync, () => {});
  const isBusy = sending.sending || sending.unknown;
  const terms = typed.scope === 'payee' ? { ...typed, minAmount: '0', currency: 'GBP' as const } : typed;
  const fault = useAmountFault()(terms.minAmount, terms.currency, 'allowed');
  const isFine = fault === undefined;
  const { appliesTo } = terms;
  const person = people.find(({ uid }) => appliesTo.to === 'person' && uid === appliesTo.uid);
  const sentence = sentenceOf(terms, person?.name);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isFine && !isBusy) setAsking(true);
      }}
    >
      <StepHeading>{t('heading')}</StepHeading>
      {!asking && <SendNotice send={sending} refused={t('refused')} once={t('once')} />}
      <Card>
        <RuleFields
          terms={typed}
          change={(some) => setTyped({ ...typed, ...some })}
          people={people}
          fault={tried ? fault : undefined}
        />
      </Card>
      {isFine && (
        <Card title={t('says')}>
          <p className="figures">{sentence}.</p>
        </Card>
      )}
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onDone}>
          {t('back')}
        </Button>
        <Button type="submit" className="flex-1" busy={isBusy} busyLabel={t('sending')}>
          {t('save')}
        </Button>
      </div>
      {asking && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'team-approval.save-rule',
            uid: null,
            terms,
            amount: terms.minAmount,
            currency: terms.currency,
            paymentIdempotency: sending.key,
          }}
          about={t('pin', { rule: sentence })}
          onResult={({ approval }) =>
            approval && void sending.send({ kind: 'save', rule: { ...terms, approval, idempotency: sending.key } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
