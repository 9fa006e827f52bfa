import type { BulkRowView } from '@larkmere/contract/bulk-payment';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { Button } from '../ui/Button.tsx';
import { CardNumberWarning } from '../ui/CardNumberWarning.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useCorrectRow } from './bulk-payment.api.ts';

type Props = { uid: string; row: BulkRowView; onClose: () => void };

/** What a payment in each currency needs besides what all need. */
const accountOf = {
  GBP: ['sortCode', 'accountNumber'],
  EUR: ['iban'],
  THB: ['bankCode', 'accountNumber', 'proxy'],
} as const;
const others = ['bic', 'scheme', 'entityType', 'debitCurrency', 'executionDate'] as const;
const named = ['name', 'currency', 'amount', 'reference', ...Object.values(accountOf).flat(), ...others] as const;
type Named = (typeof named)[number];
const isNamed = (column: string): column is Named => (named as readonly string[]).includes(column);

const currencyOf = ({ currency, sortCode, bankCode, proxy }: BulkRowView['given']): string =>
  (currency || (sortCode ? 'GBP' : bankCode || proxy ? 'THB' : '')).toUpperCase();

/** One row in fields. It closes when nothing is wrong with the row any more, and otherwise says what still is. */
export function CorrectRowDialog({ uid, row, onClose }: Props) {
  const t = useTranslations('bulkPayment');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(row.given);
  const [faults, setFaults] = useState(row.faults);
  const correct = useCorrectRow();
  const account = accountOf[currencyOf(given) as keyof typeof accountOf] ?? [];
  const usual = ['name', 'currency', ...account, 'amount', 'reference'];
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
        {columns.map((column) => (
          <Field
            key={column}
            label={isNamed(column) ? t(`columns.${column}`) : t('columns.other', { column })}
            error={faults.find(({ field }) => field === column)?.message}
          >
            <TextInput
              autoComplete="off"
              maxLength={200}
              value={given[column] ?? ''}
              onChange={(event) => setGiven({ ...given, [column]: event.target.value })}
            />
            {column === 'reference' && <CardNumberWarning text={given[column] ?? ''} />}
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
