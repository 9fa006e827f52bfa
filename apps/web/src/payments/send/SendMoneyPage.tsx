import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paymentScreenPath } from '../../payees/payee/payee.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { WhomStep } from './WhomStep.tsx';

export function SendMoneyPage() {
  useSetPageTitle(useTranslations('payment')('title'));
  const navigate = useNavigate();
  const session = useSession();
  return (
    <WhomStep
      choice={undefined}
      onChoose={(payee) => {
        const path = paymentScreenPath(payee, session);
        if (path) void navigate(linkTo(path));
      }}
    />
  );
}
