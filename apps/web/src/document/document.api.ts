import type { DocumentList, DocumentType } from '@larkmere/contract/document';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

/** Payments inside a country and those abroad have calls of their own. */
export type Reach = 'domestic' | 'swift';

const scanMs = 1500;
const inQuarantine = ({ list }: DocumentList): boolean =>
  list.some(({ state }) => state === 'uploaded' || state === 'scanning');

/** The documents of a payment; looked at again and again while one of them is being scanned. */
export const documentsQuery = (id: string, reach: Reach) =>
  queryOptions({
    queryKey: keys.documents(id),
    queryFn: ({ signal }) =>
      reach === 'swift'
        ? call(endpoints.document.listSwift, { id }, { signal })
        : call(endpoints.document.listDomestic, { id }, { signal }),
    refetchInterval: (query) => (query.state.data && inQuarantine(query.state.data) ? scanMs : false),
    meta: { shown: true },
  });

export type Sending = Readonly<{ type: DocumentType; note: string; file: File; idempotency: string }>;

/** Sends one document, and tells how much of it is gone. */
export function useAddDocument(id: string, reach: Reach, onProgress: (share: number) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ note, ...sending }: Sending) => {
      const document = { id, ...sending, ...(note === '' ? {} : { note }) };
      return reach === 'swift'
        ? call(endpoints.document.addSwift, document, { onProgress })
        : call(endpoints.document.addDomestic, document, { onProgress });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.documents(id) }),
    meta: { shown: true },
  });
}
