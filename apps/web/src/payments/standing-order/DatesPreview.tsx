import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DateRows } from './DateRows.tsx';
import type { usePreview } from './standing-order.api.ts';
import type { StandingOrderDraft } from './standing-order-draft.ts';

type Props = { preview: ReturnType<typeof usePreview>; draft: StandingOrderDraft };

export function DatesPreview({ preview: { data, error, isPlaceholderData, refetch }, draft }: Props) {
  const t = useTranslations('standingOrder.preview');
  if (error && !data)
    return (
      <Notice
        kind="warning"
        title={t('failed')}
        action={
          <Button kind="secondary" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    );
  if (!data) return <Skeleton shape="card" count={1} />;
  const date = Number(draft.startDate.slice(8));
  const mayBeShort = ['monthly', 'quarterly', 'yearly'].includes(draft.frequency) && date > 28;
  return (
    <Card title={t('title')} className={isPlaceholderData ? 'opacity-60' : ''}>
      <div aria-live="polite" aria-busy={isPlaceholderData}>
        {data.dates.length === 0 ? <p className="text-text-muted">{t('none')}</p> : <DateRows dates={data.dates} />}
        {data.more && <p className="text-small text-text-muted">{t('more')}</p>}
      </div>
      <div className="mt-3 grid gap-1 text-small text-text-muted">
        {mayBeShort && <p>{t('shortMonth', { date })}</p>}
        <p>
          {t('tries', {
            first: data.firstTry,
            retries: data.retries.join(', '),
            zone: data.zone.split('/').at(-1)?.replaceAll('_', ' ') ?? data.zone,
          })}
        </p>
      </div>
    </Card>
  );
}
