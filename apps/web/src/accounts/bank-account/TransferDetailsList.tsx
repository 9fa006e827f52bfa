import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { type Detail, schemeScopeOf, transferDetails } from './transfer-details.ts';

export function TransferDetailsList({ account }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount');
  const ways = transferDetails(account);
  return (
    <div className="grid gap-5">
      {account.reference !== null && (
        <Notice kind="warning" title={t('details.referenceTitle')}>
          {t('details.referenceText')}
        </Notice>
      )}
      {ways.length === 0 && <Notice kind="info">{t('details.none')}</Notice>}
      {ways.map(({ scheme, details }) => (
        <section key={scheme}>
          <h3 className="font-bold">{t(`details.way.${scheme}`)}</h3>
          <p className="text-small text-text-muted">{t(`details.use.${schemeScopeOf(scheme, ways)}`)}</p>
          <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 sm:[&>:first-child]:col-span-2">
            <CopyField label={t('detail.holder')} value={account.holder} copyValue={account.holder} />
            {sortReferenceFirst(account, details).map(({ name, value }) => (
              <CopyField key={name} label={t(`detail.${name}`)} value={value} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** Payments to a pooled account find the customer by the reference. */
const sortReferenceFirst = ({ reference }: BankAccountView, details: readonly Detail[]): readonly Detail[] =>
  reference !== null
    ? details.toSorted((a, b) => Number(b.name === 'reference') - Number(a.name === 'reference'))
    : details;

export function useTransferDetailsText(account: BankAccountView): string {
  const t = useTranslations('bankAccount');
  const textOf = (lines: readonly Detail[]): string =>
    [[t('detail.holder'), account.holder], ...lines.map(({ name, value }) => [t(`detail.${name}`), value])]
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n');
  return transferDetails(account)
    .map(({ details }) => textOf(details))
    .join('\n\n');
}

export function CopyAllButton({ account }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount.details');
  const text = useTransferDetailsText(account);
  const { copied, copy } = useCopy(text);
  if (!copy || !text) return null;
  return (
    <>
      <Button icon={copied ? <Check size={18} /> : <Copy size={18} />} onClick={copy}>
        {copied ? t('copied') : t('copyAll')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('copied')}
      </span>
    </>
  );
}
