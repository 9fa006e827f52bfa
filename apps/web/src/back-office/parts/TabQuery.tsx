import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type Props<Data> = {
  // biome-ignore lint/suspicious/noExplicitAny: The keys of the options differ by query.
  query: UseQueryOptions<Data, Error, Data, any>;
  children: (data: Data) => ReactNode;
};

/** One call per tab, with its own loading and failed states. */
export function TabQuery<Data>({ query, children }: Props<Data>) {
  const t = useTranslations('manageCustomer');
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  return <Skeleton shape="row" count={5} />;
}
