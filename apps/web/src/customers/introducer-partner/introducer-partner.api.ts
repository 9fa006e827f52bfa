import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type PartnerShare = NonNullable<Reply<typeof contract.introducerPartner.show>>;

export const partnerQuery = queryOptions({
  queryKey: queryKeys.introducerPartner,
  queryFn: ({ signal }) => call(endpoints.introducerPartner.show, {}, { signal }),
  meta: { inline: true },
});

export const downloadStatement = (uid: string, format: 'pdf' | 'csv'): Promise<void> =>
  downloadFile(`/v1/introducer-partner/statement/${uid}/${format}`);
