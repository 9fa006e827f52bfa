import type { BulkRowView } from '@larkmere/contract/bulk-payment';
import type { FileAsks, FileCurrency } from '@larkmere/contract/file-asks';
import { choiceNamed } from '@larkmere/contract/payment-background-words';
import { choices } from '@larkmere/contract/payment-choices';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { CardNumberWarning } from '../ui/CardNumberWarning.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useCorrectRow } from './bulk-payment.api.ts';
import { PayeeChoice } from './PayeeChoice.tsx';

type Props = { uid: string; row: BulkRowView; asks: FileAsks; onClose: () => void };

const accountOf = {
  GBP: ['sortCode', 'accountNumber'],
  EUR: ['iban'],
  THB: ['bankCode', 'accountNumber', 'proxy'],
} as const satisfies Record<FileCurrency, readonly string[]>;
const others = ['bic', 'scheme', 'entityType', 'debitCurrency', 'executionDate'] as const;
const background = { purpose: 'purposeCode', relationship: 'relationship', sourceOfFunds: 'sourceOfFunds' } as const;
const backgrounds = Object.keys(background) as (keyof typeof background)[];
const named = [
  ...(['name', 'currency', 'amount', 'reference'] as const),
  ...Object.values(accountOf).flat(),
  ...others,
  ...backgrounds,
] as const;
type Named = (typeof named)[number];
const isBackground = (column: string): column is keyof typeof background => column in background;
const isPayable = (currency: string): currency is FileCurrency => currency in accountOf;
const isNamed = (column: string): column is Named => (named as readonly string[]).includes(column);

const currencyOf = ({ currency, sortCode, bankCode, proxy }: BulkRowView['given']): string =>
  (currency || (sortCode ? 'GBP' : bankCode || proxy ? 'THB' : '')).toUpperCase();

export function CorrectRowDialog({ uid, row, asks, onClose }: Props) {
  const t = useTranslations('bulkPayment');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(row.given);
  const [faults, setFaults] = useState(row.faults);
  const correct = useCorrectRow();
  const currency = currencyOf(given);
  const account = accountOf[currency as FileCurrency] ?? [];
  const wanted = asks[currency as FileCurrency] ?? [];
  const asked = backgrounds.filter((column) => wanted.includes(background[column]));
  const usual = ['name', 'currency', ...account, 'amount', 'reference', ...asked];
  const columns = [...new Set<string>([...usual, ...Object.keys(row.given), ...faults.map(({ field }) => field)])];
  const save = async () => {
    const sent = { uid, number: String(row.number), given, idempotency: newIdempotencyKey() };
    const corrected = await correct.mutateAsync(sent).catch(() => undefined);
    if (!corrected) return;
    if (corrected.faults.length === 0) onClose();
    else setFaults(corrected.faults);
  };
  const form = `correct-${row.number}`;
  return (
    <Dialog
      title={t('correct.title', { number: row.number })}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('correct.cancel')}
          </Button>
          <Button type="submit" form={form} busy={correct.isPending} busyLabel={t('correct.saving')}>
            {t('correct.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {correct.error && (
          <Notice kind="danger" title={t('correct.failed')}>
            {failureText(correct.error)}
          </Notice>
        )}
        {isPayable(currency) && <PayeeChoice currency={currency} given={given} onChange={setGiven} />}
        {columns.map((column) => {
          const drawn = {
            value: given[column] ?? '',
            label: isNamed(column) ? t(`columns.${column}`) : t('columns.other', { column }),
            error: faults.find(({ field }) => field === column)?.message,
            onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [column]: target.value }),
          };
          if (column === 'amount' && isPayable(currency))
            return (
              <AmountInput
                key={column}
                label={drawn.label}
                currency={currency}
                value={drawn.value}
                error={drawn.error}
                onChange={(amount) => setGiven({ ...given, amount })}
              />
            );
          if (isBackground(column)) return <BackgroundField key={column} column={column} {...drawn} />;
          const { label, error, ...typed } = drawn;
          return (
            <Field key={column} label={label} error={error}>
              <TextInput autoComplete="off" maxLength={200} {...typed} />
              {column === 'reference' && <CardNumberWarning text={typed.value} />}
            </Field>
          );
        })}
      </form>
    </Dialog>
  );
}

type BackgroundProps = Readonly<{
  column: keyof typeof background;
  value: string;
  label: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}>;

function BackgroundField({ column, value, error, ...rest }: BackgroundProps) {
  const t = useTranslations('paymentForm');
  const key = background[column];
  return (
    <SelectField
      {...rest}
      error={error?.split(':', 1)[0]}
      value={choiceNamed(key, value) ?? ''}
      options={[
        { value: '', label: t('said.unsaid') },
        ...choices[key].map((code) => ({ value: code, label: t(`${key}.${code}` as 'purposeCode.GDDS') })),
      ]}
    />
  );
}
