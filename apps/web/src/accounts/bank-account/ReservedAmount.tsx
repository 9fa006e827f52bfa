import type { BalanceView } from '@larkmere/contract/accounts/bank-account';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';

export function ReservedAmount({ balance: { currency, reserved, holds } }: { balance: BalanceView }) {
  const t = useTranslations('bankAccount.reserved');
  const [open, setOpen] = useState(false);
  if (holds.length === 0) return null;
  const payments = holds.filter(({ link }) => link !== null).length;
  const others = holds.length - payments;
  const amount = moneyText({ amount: reserved, currency });
  return (
    <>
      <LinkButton onClick={() => setOpen(true)} className="-ml-1 text-left">
        {payments === 0 ? t('forOthers', { amount, others }) : t('forPayments', { amount, payments, others })}
      </LinkButton>
      {open && (
        <Dialog
          title={t('title')}
          description={t('text')}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{t('close')}</Button>}
        >
          <ul className="divide-y divide-line border-y border-line">
            {holds.map((hold) => (
              <Hold key={hold.uid} hold={hold} currency={currency} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function Hold({ hold, currency }: { hold: BalanceView['holds'][number]; currency: string }) {
  const t = useTranslations('bankAccount.reserved');
  const locale = useLocale();
  const since = formatDateTime(new Date(hold.heldAt), locale, useNow());
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className="min-w-0">
        <span className="block font-semibold">{hold.reason}</span>
        <span className="figures block text-small text-text-muted">{t('since', { moment: since })}</span>
        {hold.link && (
          <Link {...linkTo(hold.link)} className={`${linkClass} text-small`}>
            {t('follow')}
            <span className="sr-only"> {hold.reason}</span>
          </Link>
        )}
      </span>
      <MoneyAmount value={{ amount: hold.amount, currency }} className="font-semibold" />
    </li>
  );
}
