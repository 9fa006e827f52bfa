import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FavouritesCard } from '../../payments/favourite/favourite.tsx';
import { MemberTransferForm } from '../../payments/member-transfer/MemberTransferForm.tsx';
import { MakePayment } from '../../payments/payment-form/MakePaymentPage.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Segmented } from '../../ui/Segmented.tsx';

type Address = { to?: string; payee?: string; again?: string };

/** To a member, or to a bank account by the form that Plus customers use as well. */
export function WalletSendPage() {
  const { payee, again }: Address = useSearch({ strict: false });
  return payee || again ? <MakePayment /> : <RecipientChoice />;
}

function RecipientChoice() {
  const t = useTranslations('memberTransfer');
  useSetPageTitle(t('title'));
  const navigate = useNavigate();
  const { to }: Address = useSearch({ strict: false });
  const [way, setWay] = useState<'member' | 'bank'>(to === 'bank' ? 'bank' : 'member');
  const choose = (next: 'member' | 'bank') => {
    setWay(next);
    void navigate({ ...linkTo(paths.walletSend), search: next === 'bank' ? { to: next } : {}, replace: true });
  };
  return (
    <div className="grid gap-5">
      <Segmented
        label={t('way')}
        value={way}
        onChange={choose}
        options={[
          { value: 'member', label: t('member') },
          { value: 'bank', label: t('bank') },
        ]}
      />
      {way === 'member' ? (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
          <MemberTransferForm />
          <FavouritesCard />
        </div>
      ) : (
        <MakePayment />
      )}
    </div>
  );
}
