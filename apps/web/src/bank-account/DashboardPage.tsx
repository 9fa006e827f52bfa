import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { useSession } from '../kernel/session.ts';
import { RateCard } from '../rate/rate.tsx';
import { RecentActivity } from '../statement/statement.tsx';
import { AccountsBlock } from './AccountsBlock.tsx';
import { useAccounts } from './bank-account.tsx';
import { FreeTransfersCard } from './FreeTransfersCard.tsx';
import { ToDoCard } from './ToDoCard.tsx';

export function DashboardPage() {
  const t = useTranslations('bankAccount');
  usePage(t('home'));
  const { accessRole } = useSession().user;
  const accounts = useAccounts();
  return (
    <div className="grid gap-6">
      <AccountsBlock />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid items-start gap-4 md:grid-cols-2 xl:col-start-2 xl:grid-cols-1">
          <ToDoCard />
          {accessRole.payment && <FreeTransfersCard />}
        </div>
        <div className="grid min-w-0 gap-6 xl:col-start-1 xl:row-start-1">
          <RecentActivity emptyText={t('noActivity')} withStatement={accessRole.statement} />
          <RateCard held={accounts.data?.map(({ currency }) => currency)} />
        </div>
      </div>
    </div>
  );
}
