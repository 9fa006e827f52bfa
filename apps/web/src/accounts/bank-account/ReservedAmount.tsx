import type { BalanceView } from '@larkmere/contract/accounts/bank-account';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';

const HoldList = lazy(async () => ({ default: (await loadChunk(import('./HoldList.tsx'))).HoldList }));

export function ReservedAmount({ balance }: { balance: BalanceView }) {
  const t = useTranslations('bankAccount.reserved');
  const [open, setOpen] = useState(false);
  const { currency, reserved, holds } = balance;
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
          <Suspense>
            <HoldList balance={balance} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
