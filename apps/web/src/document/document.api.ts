import type { DocumentList, DocumentType } from '@larkmere/contract/document';
import { queryOptions, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';

export type Reach = 'domestic' | 'swift';
export type About = Readonly<{ paymentUid: string; reach: Reach }> | undefined;

const scanMs = 1500;
const inQuarantine = ({ list }: DocumentList): boolean =>
  list.some(({ state }) => state === 'uploaded' || state === 'scanning');

const keyOf = (about: About) => (about ? keys.documents(about.paymentUid) : keys.documentsAhead);

export const documentsQuery = (about: About) =>
  queryOptions({
    queryKey: keyOf(about),
    queryFn: ({ signal }) => {
      if (!about) return call(endpoints.document.listAhead, {}, { signal });
      const of = { id: about.paymentUid };
      return about.reach === 'swift'
        ? call(endpoints.document.listSwift, of, { signal })
        : call(endpoints.document.listDomestic, of, { signal });
    },
    refetchInterval: (query) => (query.state.data && inQuarantine(query.state.data) ? scanMs : false),
  });

export type Sending = Readonly<{ type: DocumentType; note: string; file: File; idempotency: string }>;

export function useAddDocument(about: About, onProgress: (share: number) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: keyOf(about),
    mutationFn: ({ note, ...sending }: Sending) => {
      const document = { ...sending, ...(note === '' ? {} : { note }) };
      if (!about) return call(endpoints.document.addAhead, document, { onProgress });
      const whole = { id: about.paymentUid, ...document };
      return about.reach === 'swift'
        ? call(endpoints.document.addSwift, whole, { onProgress })
        : call(endpoints.document.addDomestic, whole, { onProgress });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(about) }),
    meta: { shown: true },
  });
}

type Made = Readonly<{ draftUid?: string | undefined; documents?: readonly string[] | undefined }>;

export function useBrought({ draftUid, documents: chosen = [] }: Made) {
  const about: About = draftUid ? { paymentUid: draftUid, reach: 'domestic' } : undefined;
  const onItsWay = useIsMutating({ mutationKey: keyOf(about) }) > 0;
  const { data, isPending } = useQuery({ ...documentsQuery(about), enabled: about !== undefined || chosen.length > 0 });
  const list = data?.list.filter(({ uid }) => about !== undefined || chosen.includes(uid)) ?? [];
  return {
    documents: list,
    /** Documents uploaded in advance that the payment will attach. */
    uids: about ? [] : list.flatMap(({ uid, state }) => (state === 'refused' ? [] : uid)),
    onItsWay,
    isReady: !onItsWay && !(isPending && chosen.length > 0),
  };
}
export type Brought = ReturnType<typeof useBrought>;
