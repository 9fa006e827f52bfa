import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DealRequestForm } from './DealRequestForm.tsx';
import { DealRow } from './DealRow.tsx';
import { dealsQuery } from './manual-fx.api.ts';

export function RequestFxPage() {
  const t = useTranslations('manualFx');
  useSetPageTitle(t('title'));
  const deals = useQuery(dealsQuery);
  const accounts = useAccounts();
  const mayAsk = canInitiate(useSession().user, 'manualfx');
  const [isNew, setNew] = useState(false);
  const failed = (deals.error && !deals.data && deals) || (accounts.error && !accounts.data && accounts);

  const content = () => {
    if (failed)
      return <ErrorState title={t('failed')} text={failureText(failed.error)} onRetry={() => void failed.refetch()} />;
    if (!deals.data || !accounts.data) return <Skeleton shape="card" count={2} />;
    if (new Set(accounts.data.map(({ currency }) => currency)).size < 2)
      return <EmptyState title={t('needAccounts')}>{t('needAccountsText')}</EmptyState>;
    if (isNew) return <DealRequestForm accounts={accounts.data} onDone={() => setNew(false)} />;
    const { list } = deals.data;
    return (
      <>
        <PageIntro
          action={
            mayAsk && (
              <Button icon={<Plus size={18} />} onClick={() => setNew(true)}>
                {t('new')}
              </Button>
            )
          }
        >
          {t('about')}
        </PageIntro>
        {list.length === 0 ? (
          <Card>
            <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
          </Card>
        ) : (
          <ul className="grid gap-4">
            {list.map((deal) => (
              <li key={deal.uid}>
                <DealRow deal={deal} />
              </li>
            ))}
          </ul>
        )}
      </>
    );
  };
  return <div className="mx-auto grid w-full max-w-[820px] gap-5">{content()}</div>;
}
