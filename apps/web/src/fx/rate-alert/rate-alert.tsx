import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { chartCurrencies } from '../rate/rate.tsx';
import { AlertForm, type Pair } from './AlertForm.tsx';
import { AlertRow } from './AlertRow.tsx';
import { alertsQuery } from './rate-alert.api.ts';

const defaultPair: Pair = { sell: 'GBP', buy: 'THB' };

export function RateAlerts({ wish }: { wish: { from?: string; to?: string } }) {
  const t = useTranslations('rateAlert');
  const alerts = useQuery(alertsQuery);
  const wished = parsePair(wish);
  const [form, setForm] = useState<'new' | RateAlertView | undefined>(wished && 'new');
  if (alerts.error && !alerts.data)
    return <ErrorState title={t('failed')} text={failureText(alerts.error)} onRetry={() => void alerts.refetch()} />;
  if (!alerts.data) return <Skeleton shape="card" count={2} />;
  const close = () => setForm(undefined);
  if (form === 'new') return <AlertForm pair={wished ?? defaultPair} onDone={close} />;
  if (form) return <AlertForm pair={form} existing={form} onDone={close} />;
  const { list } = alerts.data;
  return (
    <div className="grid gap-5">
      <PageIntro
        action={
          <Button icon={<BellPlus size={18} />} onClick={() => setForm('new')}>
            {t('new')}
          </Button>
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
          {list.map((alert) => (
            <li key={alert.uid}>
              <AlertRow alert={alert} onEdit={() => setForm(alert)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function parsePair({ from, to }: { from?: string; to?: string }): Pair | undefined {
  const [sell, buy] = [from, to].map((code) => chartCurrencies.find((each) => each === code));
  return sell && buy && sell !== buy ? { sell, buy } : undefined;
}
