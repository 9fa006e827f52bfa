import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type Tariff = Reply<typeof contract.tariff.show>;

export const tariffQuery = queryOptions({
  queryKey: queryKeys.tariff,
  queryFn: ({ signal }) => call(endpoints.tariff.show, {}, { signal }),
});
