import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PaymentEurPage, PaymentGbpPage, PaymentThbPage } from '../../payments/domestic/PaymentFormPage.tsx';
import { FavouritesCard } from '../../payments/favourite/favourite.tsx';
import { MemberTransferForm } from '../../payments/member-transfer/MemberTransferForm.tsx';
import { PaymentDetail } from '../../payments/payment/PaymentDetailPage.tsx';
import { SendMoneyPage } from '../../payments/send/SendMoneyPage.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Segmented } from '../../ui/Segmented.tsx';

const forms = { GBP: PaymentGbpPage, EUR: PaymentEurPage, THB: PaymentThbPage };

/** To a member, or to a bank account by the forms that Plus customers use as well. */
export function WalletSendPage() {
  const { pay = '', paid }: { pay?: string; paid?: string } = useSearch({ strict: false });
  if (paid) return <PaymentDetail uid={paid} reach="domestic" />;
  const Form = Object.hasOwn(forms, pay) ? forms[pay as keyof typeof forms] : undefined;
  return Form ? <Form /> : <RecipientChoice />;
}

function RecipientChoice() {
  const t = useTranslations('memberTransfer');
  useSetPageTitle(t('title'));
  const navigate = useNavigate();
  const { to }: { to?: string } = useSearch({ strict: false });
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
        <SendMoneyPage />
      )}
    </div>
  );
}
