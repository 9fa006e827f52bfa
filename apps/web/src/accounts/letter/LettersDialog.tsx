import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toLondonDate } from '../../ui/date-text.ts';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { IssuedLetters } from './IssuedLetters.tsx';
import { downloadLetter, useIssueLetter } from './letter.api.ts';

const kinds = ['account_ownership', 'balance_confirmation', 'fee_statement'] as const;
type Kind = (typeof kinds)[number];
/** As many years back as statements are kept. */
const yearsBack = 6;

export function LettersDialog({ bankholderid, onClose }: { bankholderid: string | undefined; onClose: () => void }) {
  const t = useTranslations('letter');
  const today = toLondonDate(useNow());
  const thisYear = Number(today.slice(0, 4));
  const accounts = useAccounts();
  const [kind, setKind] = useState<Kind>('account_ownership');
  const [day, setDay] = useState(today);
  const [year, setYear] = useState(String(thisYear));
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [isMissing, setMissing] = useState(false);
  const all = (accounts.data ?? []).map((account) => account.bankholderid);
  const selected = chosen ?? new Set(bankholderid && all.includes(bankholderid) ? [bankholderid] : all);
  const { mutateAsync } = useIssueLetter();
  const request = useIdempotentRequest(mutateAsync, ({ uid }) => {
    showToast({ kind: 'success', text: t('issued') });
    void downloadLetter(uid).catch(reportFailure);
  });

  const issue = () => {
    setMissing(selected.size === 0);
    if (selected.size === 0) return;
    void request.send({
      kind,
      accounts: all.filter((id) => selected.has(id)),
      ...(kind === 'balance_confirmation' && day !== '' && { day }),
      ...(kind === 'fee_statement' && { year: Number(year) }),
      idempotency: request.key,
    });
  };
  return (
    <Dialog
      title={t('title')}
      description={t('text')}
      onClose={onClose}
      actions={
        <Button busy={request.sending} busyLabel={t('issuing')} onClick={issue}>
          {t('issue')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={t('refused')} retryText={t('retry')} />
        <SelectField
          label={t('kindLabel')}
          hint={t(`about.${kind}`)}
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {kind === 'balance_confirmation' && (
          <Field label={t('day')} hint={t('dayHint')}>
            <TextInput type="date" value={day} max={today} onChange={({ target }) => setDay(target.value)} />
          </Field>
        )}
        {kind === 'fee_statement' && (
          <SelectField
            label={t('year')}
            value={year}
            onChange={({ target }) => setYear(target.value)}
            options={Array.from({ length: yearsBack }, (_, i) => String(thisYear - i)).map((value) => ({
              value,
              label: value,
            }))}
          />
        )}
        <AccountChoice
          selected={selected}
          onChange={(next) => {
            setChosen(next);
            setMissing(false);
          }}
          error={isMissing ? t('noAccount') : undefined}
        />
        <IssuedLetters />
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  error: string | undefined;
};

function AccountChoice({ selected, onChange, error }: ChoiceProps) {
  const t = useTranslations('letter');
  const nameOf = useAccountName();
  const { data: accounts = [] } = useAccounts();
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="font-semibold">{t('accounts')}</legend>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
      <div className="grid sm:grid-cols-2">
        {accounts.map((account) => (
          <Checkbox
            key={account.bankholderid}
            checked={selected.has(account.bankholderid)}
            onChange={() => toggle(account.bankholderid)}
          >
            {nameOf(account)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
