import { useLocale, useTranslations } from 'use-intl';
import { useFreeTransfers } from '../../payments/payment/payment.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function FreeTransfersCard() {
  const t = useTranslations('bankAccount.freeTransfers');
  const locale = useLocale();
  const { data, isPending, isError, refetch } = useFreeTransfers();
  const ends = data?.[0]?.expiresAt;
  return (
    <Card title={t('title')}>
      {isPending && <Skeleton shape="text" count={2} className="grid h-13 content-evenly" />}
      {isError && !data && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-small text-danger">
          {t('failed')}
          <LinkButton className="-mx-1" onClick={() => void refetch()}>
            {t('retry')}
          </LinkButton>
        </p>
      )}
      {data && (
        <>
          <p className="flex items-baseline gap-2">
            <span className="figures text-figure font-bold">{data.length}</span>
            <span className="text-text-muted">{t('left')}</span>
          </p>
          <p className="text-small text-text-muted">
            {t(data.length > 0 ? 'next' : 'none')} {ends && t('until', { day: formatDate(new Date(ends), locale) })}
          </p>
        </>
      )}
    </Card>
  );
}
