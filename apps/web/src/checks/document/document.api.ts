import type { DocumentList, DocumentType } from '@larkmere/contract/checks/document';
import { queryOptions, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type Reach = 'domestic' | 'swift';
export type DocumentTarget = Readonly<{ paymentUid: string; reach: Reach }> | undefined;

const scanPollIntervalMs = 1500;
const isScanning = ({ list }: DocumentList): boolean =>
  list.some(({ state }) => state === 'uploaded' || state === 'scanning');

const queryKeyOf = (about: DocumentTarget) =>
  about ? queryKeys.documents(about.paymentUid) : queryKeys.documentsAhead;

export const documentsQuery = (about: DocumentTarget) =>
  queryOptions({
    queryKey: queryKeyOf(about),
    queryFn: ({ signal }) => {
      if (!about) return call(endpoints.document.listUnattached, {}, { signal });
      const of = { id: about.paymentUid };
      return about.reach === 'swift'
        ? call(endpoints.document.listSwift, of, { signal })
        : call(endpoints.document.listDomestic, of, { signal });
    },
    refetchInterval: (query) => (query.state.data && isScanning(query.state.data) ? scanPollIntervalMs : false),
  });

export type DocumentUpload = Readonly<{ type: DocumentType; note: string; file: File; idempotency: string }>;

export function useAddDocument(about: DocumentTarget, onProgress: (share: number) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: queryKeyOf(about),
    mutationFn: ({ note, ...sending }: DocumentUpload) => {
      const document = { ...sending, ...(note === '' ? {} : { note }) };
      if (!about) return call(endpoints.document.addUnattached, document, { onProgress });
      const whole = { id: about.paymentUid, ...document };
      return about.reach === 'swift'
        ? call(endpoints.document.addSwift, whole, { onProgress })
        : call(endpoints.document.addDomestic, whole, { onProgress });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeyOf(about) }),
    meta: { showsOwnError: true },
  });
}

type DocumentSource = Readonly<{ draftUid?: string | undefined; documents?: readonly string[] | undefined }>;

export function useSupportingDocuments({ draftUid, documents: chosen = [] }: DocumentSource) {
  const about: DocumentTarget = draftUid ? { paymentUid: draftUid, reach: 'domestic' } : undefined;
  const onItsWay = useIsMutating({ mutationKey: queryKeyOf(about) }) > 0;
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
export type SupportingDocuments = ReturnType<typeof useSupportingDocuments>;
