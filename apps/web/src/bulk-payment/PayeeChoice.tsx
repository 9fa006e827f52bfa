import type { BulkRowView } from '@larkmere/contract/bulk-payment';
import type { FileCurrency } from '@larkmere/contract/file-asks';
import type { PayeeView } from '@larkmere/contract/payee';
import { useTranslations } from 'use-intl';
import { useUsablePayees } from '../payee/payee.tsx';
import { SelectField } from '../ui/SelectField.tsx';

type Given = BulkRowView['given'];
type Props = Readonly<{ currency: FileCurrency; given: Given; onChange: (given: Given) => void }>;

const columns = ['sortCode', 'accountNumber', 'secondaryId', 'iban', 'bic', 'bankCode', 'proxy'] as const;
/** These columns follow from the account and would contradict another one. */
const following = ['type', 'payTo', 'country', 'entityType'] as const;

const plain = (text = ''): string => text.replace(/[^\dA-Za-z]/g, '').toUpperCase();

/** A row may omit the BIC, since the IBAN identifies the bank. */
const isPaidBy = (given: Given, { details }: PayeeView): boolean =>
  columns.every((column) => column === 'bic' || plain(given[column]) === plain(details[column]));

function paying(given: Given, payee: PayeeView | undefined): Given {
  const rest = Object.entries(given).filter(([column]) => ![...columns, ...following].includes(column as 'bic'));
  const account = columns.flatMap((column) => (payee?.details[column] ? [[column, payee.details[column]]] : []));
  return Object.fromEntries([...rest, ['name', payee?.name ?? ''], ...account]);
}

export function PayeeChoice({ currency, given, onChange }: Props) {
  const t = useTranslations('bulkPayment.correct');
  const payees = useUsablePayees(currency).data ?? [];
  if (payees.length === 0) return null;
  return (
    <SelectField
      label={t('payee')}
      value={payees.find((payee) => isPaidBy(given, payee))?.uid ?? ''}
      options={[
        { value: '', label: t('somebodyElse') },
        ...payees.map(({ uid, name, summary }) => ({ value: uid, label: `${name} · ${summary}` })),
      ]}
      onChange={({ target }) =>
        onChange(
          paying(
            { ...given, currency },
            payees.find(({ uid }) => uid === target.value),
          ),
        )
      }
    />
  );
}
