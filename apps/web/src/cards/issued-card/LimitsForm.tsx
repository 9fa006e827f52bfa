import type { Currency } from '@larkmere/money/money';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import type { Limits } from './issued-card.api.ts';
import { LimitFields } from './LimitFields.tsx';
import { findLimitFault } from './limit-faults.ts';

type Props = Readonly<{
  title: string;
  about: string;
  start: Limits;
  highest: Limits;
  currency: Currency;
  request: ComponentProps<typeof SubmitNotice>['submission'];
  /** With the limits as they are sent, and as people read them. */
  onSave: (limits: Limits, shown: Limits) => void;
  onClose: () => void;
}>;

/** The three limits of a card or a person. Nothing is saved before they are right. */
export function LimitsForm({ title, about, start, highest, currency, request, onSave, onClose }: Props) {
  const t = useTranslations('issuedCard.limits');
  const action = useTranslations('issuedCard.action');
  const [limits, setLimits] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const fault = findLimitFault(limits, highest, currency);
  const text = (amount: string) => moneyText({ amount, currency });
  const save = () => {
    setChecked(true);
    if (fault) return;
    const { perPayment, daily, monthly } = limits;
    onSave(limits, { perPayment: text(perPayment), daily: text(daily), monthly: text(monthly) });
  };
  return (
    <Dialog
      title={title}
      description={about}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={request.sending || request.unknown} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={t('notSaved')} retryText={action('retry')} />
        <LimitFields
          limits={limits}
          onChange={setLimits}
          highest={highest}
          currency={currency}
          fault={isChecked ? fault : undefined}
        />
      </div>
    </Dialog>
  );
}
