import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { paymentScreenPath } from '../../payees/payee/payee.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { WhomStep } from './WhomStep.tsx';

export function SendMoneyPage() {
  useSetPageTitle(useTranslations('payment')('title'));
  const navigate = useNavigate();
  const session = useSession();
  const accounts = useAccounts();
  return (
    <WhomStep
      choice={undefined}
      onChoose={(payee) => {
        const own = accounts.data?.filter(
          ({ currency, features }) => currency === payee.currency && features.includes('send'),
        );
        const isExchanged = session.userType !== 'wallet' && own?.length === 0;
        const path = isExchanged ? paths.payTo('swt', payee.uid) : paymentScreenPath(payee, session);
        if (path) void navigate(linkTo(path));
      }}
    />
  );
}
