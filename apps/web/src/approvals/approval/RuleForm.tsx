import type { ApprovalRuleTerms } from '@larkmere/contract/approvals/approval';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { type ApprovalRules, useSaveRule } from './approval.api.ts';
import { RuleFields } from './RuleFields.tsx';
import { useRuleSentence } from './use-rule-sentence.ts';

const initialTerms: ApprovalRuleTerms = {
  scope: 'payment',
  appliesTo: { to: 'all' },
  minAmount: '',
  currency: 'GBP',
  approvers: 1,
  approverRoles: [],
  expiresDays: 7,
};

type Props = { people: ApprovalRules['people']; onDone: () => void };

/** Only the server can tell whether enough people could meet the rule. */
export function RuleForm({ people, onDone }: Props) {
  const t = useTranslations('teamApproval.form');
  const sentenceOf = useRuleSentence();
  const [typed, setTyped] = useState(initialTerms);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const write = useSaveRule(() => {
    showToast({ kind: 'success', text: t('saved') });
    onDone();
  });
  const sending = useIdempotentRequest(write.mutateAsync, () => {});
  const isBusy = sending.sending || sending.unknown;
  const terms = typed.scope === 'payee' ? { ...typed, minAmount: '0', currency: 'GBP' as const } : typed;
  const fault = useAmountError()(terms.minAmount, terms.currency, 'allowed');
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
      {!asking && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
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
            operation: 'approval.save-rule',
            uid: null,
            terms,
            amount: terms.minAmount,
            currency: terms.currency,
            paymentIdempotency: sending.key,
          }}
          description={t('pin', { rule: sentence })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ kind: 'save', rule: { ...terms, authorisation, idempotency: sending.key } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
