import type { BankAccountView } from '@larkmere/contract/bank-account';
import { Link } from '@tanstack/react-router';
import { Check, Copy, Printer, TextAlignStart } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { CurrencyFlag } from '../ui/CurrencyFlag.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useBalance } from './bank-account.tsx';
import { type Detail, transferDetails } from './transfer-details.ts';

type Props = { account: BankAccountView; onClose: () => void };

/** What somebody needs to send money to this account, to copy, print or read out. */
export function BankAccountDetailDialog({ account, onClose }: Props) {
  const t = useTranslations('bankAccount');
  const { bankholderid, holder } = account;
  const ways = transferDetails(account);
  const mayReadStatement = useSession().user.accessRole.statement;
  const copyText = (lines: readonly Detail[]): string =>
    [[t('detail.holder'), holder], ...lines.map(({ name, value }) => [t(`detail.${name}`), value])]
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n');
  return (
    <Dialog
      title={t('details.title')}
      onClose={onClose}
      actions={<CopyAll text={ways.map(({ details }) => copyText(details)).join('\n\n')} />}
    >
      <AccountHead account={account} />
      <div data-print="no" className="mt-1 -ml-4 flex flex-wrap">
        {mayReadStatement && (
          <Link {...linkTo(paths.statementOf(bankholderid))} className={buttonClass('quiet')}>
            <TextAlignStart size={18} />
            {t('details.statement')}
          </Link>
        )}
        <Button kind="quiet" icon={<Printer size={18} />} onClick={() => print()}>
          {t('details.print')}
        </Button>
      </div>
      <div className="mt-3 grid gap-5">
        {account.venderType === 'ifx' && (
          <Notice kind="warning" title={t('details.referenceTitle')}>
            {t('details.referenceText')}
          </Notice>
        )}
        {ways.length === 0 && <Notice kind="info">{t('details.none')}</Notice>}
        {ways.map(({ scheme, details }) => (
          <section key={scheme}>
            <h3 className="font-bold">{t(`details.way.${scheme}`)}</h3>
            <p className="text-small text-text-muted">{t(`details.use.${scheme}`)}</p>
            <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 sm:[&>:first-child]:col-span-2">
              <CopyField label={t('detail.holder')} value={holder} copyValue={holder} />
              {referenceFirst(account, details).map(({ name, value }) => (
                <CopyField key={name} label={t(`detail.${name}`)} value={value} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** At ifx the money comes to a shared account, so the reference is what makes it the customer's. */
const referenceFirst = ({ venderType }: BankAccountView, details: readonly Detail[]): readonly Detail[] =>
  venderType === 'ifx'
    ? details.toSorted((a, b) => Number(b.name === 'reference') - Number(a.name === 'reference'))
    : details;

function AccountHead({ account: { currency, bankholderid, cardholderid } }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount');
  const { data } = useBalance(bankholderid);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-4">
      <CurrencyFlag code={currency} />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{currency}</p>
        <p className="figures text-caption text-text-muted">{t('details.ids', { bankholderid, cardholderid })}</p>
      </div>
      {/* The sheet is handed to whoever is to pay: how much there is, is none of their business. */}
      <div data-print="no" className="max-sm:w-full sm:text-right">
        <p className="font-bold">
          <MoneyAmount value={data && { amount: data.balance, currency }} />
        </p>
        <p className="text-small text-text-muted">
          {t('available')} <MoneyAmount value={data && { amount: data.available, currency }} size="sm" />
        </p>
      </div>
    </div>
  );
}

function CopyAll({ text }: { text: string }) {
  const t = useTranslations('bankAccount.details');
  const { copied, copy } = useCopy(text);
  if (!copy || !text) return null;
  return (
    <Button onClick={copy}>
      {copied ? <Check size={18} /> : <Copy size={18} />}
      <span role="status">{copied ? t('copied') : t('copyAll')}</span>
    </Button>
  );
}
