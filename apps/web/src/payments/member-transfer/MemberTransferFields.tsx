import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField, ExchangeInto } from '../../accounts/bank-account/bank-account.tsx';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Money } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { amountFaultOf, type MemberDraft } from './member-draft.ts';
import type { Recipient } from './member-transfer.api.ts';
import { RecipientField } from './RecipientField.tsx';
import { useAmountErrorText } from './use-amount-error-text.ts';

export type MemberForm = {
  draft: MemberDraft;
  change: (next: Partial<MemberDraft>) => void;
  usable: BankAccountView[];
  source: BankAccountView;
  available: Money | undefined;
};

export function MemberTransferFields({ form, onNext }: { form: MemberForm; onNext: () => void }) {
  const t = useTranslations('memberTransfer');
  const { draft, change, usable, source, available } = form;
  const [attempts, setAttempts] = useState(0);
  const { recipient } = draft;
  const lacks = recipient && !recipient.currencies.includes(source.currency);
  const amountError = useAmountErrorText(form);
  const errors = [
    ...(recipient ? [] : [{ id: 'member-identifier', message: t('recipientMissing') }]),
    ...(amountError ? [{ id: 'member-amount', message: amountError }] : []),
  ];
  const tried = attempts > 0;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (errors.length > 0 || lacks) setAttempts(attempts + 1);
        else onNext();
      }}
    >
      {tried && errors.length > 0 && <ErrorSummary key={attempts} errors={errors} />}
      <Card className="grid gap-5">
        <RecipientField draft={draft} change={change} error={tried && !recipient ? t('recipientMissing') : undefined} />
        <AmountInput
          id="member-amount"
          label={t('youSend')}
          currency={source.currency}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          balance={available}
          error={tried ? amountError : undefined}
        />
        {available && amountFaultOf(draft.amount, source.currency, available.amount) === 'tooMuch' && (
          <ExchangeInto currency={source.currency} accounts={usable} />
        )}
        {usable.length > 1 && (
          <AccountField
            label={t('from')}
            value={source.bankholderid}
            onChange={(bankholderid) => change({ source: bankholderid })}
            accounts={usable}
          />
        )}
        {lacks && <LacksCurrency form={form} recipient={recipient} />}
        <Field label={t('message')} optional hint={t('messageHint')}>
          <TextInput
            value={draft.message}
            maxLength={140}
            onChange={({ target }) => change({ message: target.value })}
            autoComplete="off"
          />
        </Field>
      </Card>
      <p className="text-text-muted">
        <strong className="text-text">{t('free')}</strong> {t('atOnce')}
      </p>
      <Button type="submit" aria-disabled={lacks || undefined}>
        {t('review')}
      </Button>
    </form>
  );
}

/** The same money from a wallet that the member can receive, or an exchange into it. */
function LacksCurrency({ form: { change, usable, source }, recipient }: { form: MemberForm; recipient: Recipient }) {
  const t = useTranslations('memberTransfer');
  const { name, currencies } = recipient;
  const other = usable.find(({ currency }) => currencies.includes(currency));
  const [first] = currencies;
  const action = other ? (
    <Button kind="secondary" onClick={() => change({ source: other.bankholderid })}>
      {t('sendInstead', { currency: other.currency })}
    </Button>
  ) : (
    first && <ExchangeInto currency={first} accounts={usable} />
  );
  return (
    <Notice kind="warning" title={t('lacks', { name, currency: source.currency })} action={action}>
      {first ? t('has', { currencies: currencies.join(', ') }) : t('hasNone')}
    </Notice>
  );
}
