import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccessibilityStatement } from './AccessibilityStatement.tsx';
import { ComplaintPage } from './ComplaintPage.tsx';
import { FreezeResult } from './FreezeResult.tsx';
import { HelpOverview } from './HelpOverview.tsx';
import { helpQuery } from './help.api.ts';
import { LastMessage } from './LastMessage.tsx';
import { MessageCard } from './MessageCard.tsx';
import { type HelpSearch, useIsOwn } from './own.ts';

const parts = ['message', 'complaint', 'accessibility', 'frozen', 'last'] as const;
type Part = (typeof parts)[number];

export function HelpPage() {
  const t = useTranslations('help');
  const { data, error, refetch } = useQuery(helpQuery);
  const { show }: HelpSearch = useSearch({ strict: false });
  const isOwn = useIsOwn();
  const part = parts.find((each) => each === show && (isOwn || isForEverybody(each)));
  useSetPageTitle(t(part === undefined ? 'title' : titles[part]));
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton shape="card" count={3} />;
  if (part === undefined) return <HelpOverview help={data} />;
  const pages: Record<Part, ReactNode> = {
    message: <MessageCard help={data} />,
    complaint: <ComplaintPage help={data} />,
    accessibility: <AccessibilityStatement help={data} />,
    frozen: <FreezeResult help={data} />,
    last: <LastMessage />,
  };
  return (
    <div className="mx-auto grid w-full max-w-[672px] gap-5">
      <OwnLink address={paths.help} className={`${linkClass} inline-flex min-h-11 w-fit items-center gap-2`}>
        <ArrowLeft size={18} aria-hidden />
        {t('back')}
      </OwnLink>
      {pages[part]}
    </div>
  );
}

const titles = {
  message: 'message.title',
  complaint: 'complaint.title',
  accessibility: 'accessibility.title',
  frozen: 'frozen.title',
  last: 'last.title',
} as const;

const isForEverybody = (part: Part): boolean => part === 'complaint' || part === 'accessibility';
