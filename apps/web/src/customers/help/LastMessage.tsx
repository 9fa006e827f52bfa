import { useQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { HelpText } from '../../ui/HelpText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { lastMessageQuery } from './help.api.ts';

export function LastMessage() {
  const t = useTranslations('help');
  const locale = useLocale();
  const now = useNow();
  const { data, isLoading } = useQuery(lastMessageQuery);
  if (isLoading) return <Skeleton shape="card" />;
  if (!data) return null;
  const { reference, kind, topic, sentAt, state } = data;
  return (
    <Card title={t('last.title')}>
      <SummaryList
        rows={[
          { label: t('last.reference'), value: reference },
          { label: t('last.kind'), value: t(`last.kinds.${kind}`) },
          { label: t('last.about'), value: t(`topics.${topic}`) },
          { label: t('last.sentAt'), value: formatDateTime(new Date(sentAt), locale, now) },
          { label: t('last.state'), value: <HelpText>{t(`last.states.${state}`)}</HelpText> },
        ]}
      />
    </Card>
  );
}
