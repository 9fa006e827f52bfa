import type { BulkRowView } from '@larkmere/contract/payments/bulk';
import type { BulkCurrency, BulkRequiredFields } from '@larkmere/contract/payments/bulk-required-fields';
import { findRegulatoryCode } from '@larkmere/contract/payments/regulatory-code-labels';
import { regulatoryCodes } from '@larkmere/contract/payments/regulatory-codes';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardNumberWarning } from '../../ui/CardNumberWarning.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useCorrectRow } from './bulk.api.ts';
import { PayeeSelect } from './PayeeSelect.tsx';

type Props = { uid: string; row: BulkRowView; requirements: BulkRequiredFields; onClose: () => void };

const accountColumns = {
  GBP: ['sortCode', 'accountNumber'],
  EUR: ['iban'],
  THB: ['bankCode', 'accountNumber', 'proxy'],
} as const satisfies Record<BulkCurrency, readonly string[]>;
const otherColumns = ['bic', 'scheme', 'entityType', 'debitCurrency', 'amountCurrency', 'executionDate'] as const;
const regulatoryColumns = {
  purpose: 'purposeCode',
  relationship: 'relationship',
  sourceOfFunds: 'sourceOfFunds',
} as const;
const regulatoryColumnNames = Object.keys(regulatoryColumns) as (keyof typeof regulatoryColumns)[];
const labelledColumns = [
  ...(['name', 'currency', 'amount', 'reference'] as const),
  ...Object.values(accountColumns).flat(),
  ...otherColumns,
  ...regulatoryColumnNames,
] as const;
type LabelledColumn = (typeof labelledColumns)[number];
const isRegulatoryColumn = (column: string): column is keyof typeof regulatoryColumns => column in regulatoryColumns;
const isFileCurrency = (currency: string): currency is BulkCurrency => currency in accountColumns;
const isLabelledColumn = (column: string): column is LabelledColumn =>
  (labelledColumns as readonly string[]).includes(column);

const rowCurrency = ({ currency, sortCode, bankCode, proxy }: BulkRowView['values']): string =>
  (currency || (sortCode ? 'GBP' : bankCode || proxy ? 'THB' : '')).toUpperCase();

export function CorrectRowDialog({ uid, row, requirements, onClose }: Props) {
  const t = useTranslations('bulkPayment');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(row.values);
  const [faults, setFaults] = useState(row.faults);
  const correct = useCorrectRow();
  const currency = rowCurrency(given);
  const account = accountColumns[currency as BulkCurrency] ?? [];
  const requiredFields = requirements[currency as BulkCurrency] ?? [];
  const requiredColumns = regulatoryColumnNames.filter((column) => requiredFields.includes(regulatoryColumns[column]));
  const usual = ['name', 'currency', ...account, 'amount', 'reference', ...requiredColumns];
  const columns = [...new Set<string>([...usual, ...Object.keys(row.values), ...faults.map(({ field }) => field)])];
  const save = async () => {
    const sent = { uid, number: String(row.number), values: given, idempotency: newIdempotencyKey() };
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
        {isFileCurrency(currency) && <PayeeSelect currency={currency} values={given} onChange={setGiven} />}
        {columns.map((column) => {
          const drawn = {
            value: given[column] ?? '',
            label: isLabelledColumn(column) ? t(`columns.${column}`) : t('columns.other', { column }),
            error: faults.find(({ field }) => field === column)?.message,
            onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [column]: target.value }),
          };
          if (column === 'amount' && isFileCurrency(currency))
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
          if (isRegulatoryColumn(column)) return <RegulatoryField key={column} column={column} {...drawn} />;
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

type RegulatoryFieldProps = Readonly<{
  column: keyof typeof regulatoryColumns;
  value: string;
  label: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}>;

function RegulatoryField({ column, value, error, ...rest }: RegulatoryFieldProps) {
  const t = useTranslations('paymentForm');
  const key = regulatoryColumns[column];
  return (
    <SelectField
      {...rest}
      error={error?.split(':', 1)[0]}
      value={findRegulatoryCode(key, value) ?? ''}
      options={[
        { value: '', label: t('said.unsaid') },
        ...regulatoryCodes[key].map((code) => ({ value: code, label: t(`${key}.${code}` as 'purposeCode.GDDS') })),
      ]}
    />
  );
}
