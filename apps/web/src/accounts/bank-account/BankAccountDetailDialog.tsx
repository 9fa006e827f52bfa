import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Link } from '@tanstack/react-router';
import { Printer, TextAlignStart } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useBalance } from './bank-account.tsx';
import { CopyAllButton, TransferDetailsList } from './TransferDetailsList.tsx';

type Props = { account: BankAccountView; onClose: () => void };

export function BankAccountDetailDialog({ account, onClose }: Props) {
  const t = useTranslations('bankAccount');
  const { bankholderid } = account;
  const mayReadStatement = useSession().user.accessRole.statement;
  return (
    <Dialog title={t('details.title')} onClose={onClose} actions={<CopyAllButton account={account} />}>
      <AccountHeader account={account} />
      <div data-print="no" className="mt-1 -ml-4 flex flex-wrap">
        {mayReadStatement && (
          <Link {...linkTo(paths.statementOf(bankholderid))} onClick={onClose} className={buttonClass('quiet')}>
            <TextAlignStart size={18} />
            {t('details.statement')}
          </Link>
        )}
        <Button kind="quiet" icon={<Printer size={18} />} onClick={() => print()}>
          {t('details.print')}
        </Button>
      </div>
      <div className="mt-3">
        <TransferDetailsList account={account} />
      </div>
    </Dialog>
  );
}

function AccountHeader({ account: { currency, bankholderid, cardholderid } }: { account: BankAccountView }) {
  const t = useTranslations('bankAccount');
  const { data } = useBalance(bankholderid);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-4">
      <CurrencyFlag code={currency} />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{currency}</p>
        <p className="figures text-caption text-text-muted">{t('details.ids', { bankholderid, cardholderid })}</p>
      </div>
      {/* The printed sheet is given to a payer, so it must not show the balance. */}
      <div data-print="no" className="max-sm:w-full sm:text-right">
        <p className="font-bold">
          <BalanceAmount label="balance" value={data && { amount: data.balance, currency }} placement="above" />
        </p>
        <p className="text-small text-text-muted">
          <BalanceAmount label="available" value={data && { amount: data.available, currency }} size="sm" />
        </p>
      </div>
    </div>
  );
}
