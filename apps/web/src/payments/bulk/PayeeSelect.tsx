import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { BulkRowView } from '@larkmere/contract/payments/bulk';
import type { BulkCurrency } from '@larkmere/contract/payments/bulk-required-fields';
import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import { useTranslations } from 'use-intl';
import { useDomesticPayees } from '../../payees/payee/payee.tsx';
import { SelectField } from '../../ui/SelectField.tsx';

type RowValues = BulkRowView['values'];
type Props = Readonly<{ currency: BulkCurrency; values: RowValues; onChange: (given: RowValues) => void }>;

const accountColumns = ['sortCode', 'accountNumber', 'secondaryId', 'iban', 'bic', 'bankCode', 'proxy'] as const;
/** These columns follow from the account and would contradict another one. */
const derivedColumns = ['type', 'payTo', 'country', 'entityType'] as const;

const normaliseIdentifier = (text = ''): string => identifierValue(text, 'code') ?? text;

/** A row may omit the BIC, since the IBAN identifies the bank. */
const isSamePayee = (given: RowValues, { details }: PayeeView): boolean =>
  accountColumns.every(
    (column) => column === 'bic' || normaliseIdentifier(given[column]) === normaliseIdentifier(details[column]),
  );

function withPayee(given: RowValues, payee: PayeeView | undefined): RowValues {
  const rest = Object.entries(given).filter(
    ([column]) => ![...accountColumns, ...derivedColumns].includes(column as 'bic'),
  );
  const account = accountColumns.flatMap((column) => (payee?.details[column] ? [[column, payee.details[column]]] : []));
  return Object.fromEntries([...rest, ['name', payee?.name ?? ''], ...account]);
}

export function PayeeSelect({ currency, values, onChange }: Props) {
  const t = useTranslations('bulkPayment.correct');
  const payees = useDomesticPayees(currency).data ?? [];
  if (payees.length === 0) return null;
  return (
    <SelectField
      label={t('payee')}
      value={payees.find((payee) => isSamePayee(values, payee))?.uid ?? ''}
      options={[
        { value: '', label: t('somebodyElse') },
        ...payees.map(({ uid, name, summary }) => ({ value: uid, label: `${name} · ${summary}` })),
      ]}
      onChange={({ target }) =>
        onChange(
          withPayee(
            { ...values, currency },
            payees.find(({ uid }) => uid === target.value),
          ),
        )
      }
    />
  );
}
