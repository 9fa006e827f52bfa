import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { maxDocumentBytes, sizeText } from '../../checks/document/document.tsx';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { useFormSource } from './form-source.ts';

export type Upload = Readonly<{
  /** Also the idempotency key, so that a retry after a lost answer saves the file once. */
  id: string;
  file: File;
  share: number;
  elapsedMs: number;
  /** Of the document, once it has arrived. */
  uid: string | undefined;
  /** Why it failed. Undefined while it is sent. */
  fault: string | undefined;
  canRetry: boolean;
}>;

export type Uploads = ReturnType<typeof useUploads>;

/** The files of one item that are on their way, or did not arrive. They go on while another item is open. */
export function useUploads(key: KycItemKey) {
  const t = useTranslations('kycPage.file');
  const source = useFormSource();
  const [list, setList] = useState<readonly Upload[]>([]);
  const [news, setNews] = useState('');
  const stops = useRef(new Map<string, AbortController>());
  const change = (id: string, part: Partial<Upload>) =>
    setList((before) => before.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: string) => setList((before) => before.filter((upload) => upload.id !== id));

  const send = async ({ id, file }: Pick<Upload, 'id' | 'file'>) => {
    const stop = new AbortController();
    const startedAt = Date.now();
    stops.current.set(id, stop);
    try {
      const { uid } = await source.addDocument(key, file, {
        idempotency: id,
        signal: stop.signal,
        onProgress: (share) => change(id, { share, elapsedMs: Date.now() - startedAt }),
      });
      change(id, { uid });
      await source.refresh();
      drop(id);
      setNews(t('arrived', { name: file.name }));
    } catch (error) {
      if (stop.signal.aborted) return;
      const isRefused = error instanceof ApiError;
      change(id, {
        fault: isRefused ? failureText(error) : t('connection'),
        canRetry: !isRefused || error.status >= 500,
      });
    }
  };

  const start = (file: File) => {
    const isLarge = file.size > maxDocumentBytes;
    const fault = isLarge ? t('large', { size: sizeText(file.size) }) : undefined;
    const upload = { id: newIdempotencyKey(), uid: undefined, file, share: 0, elapsedMs: 0, fault, canRetry: !isLarge };
    setList((before) => [...before, upload]);
    if (!isLarge) void send(upload);
  };

  /** The file may have arrived already: the list of the server shows it then. */
  const cancel = ({ id, file }: Upload) => {
    stops.current.get(id)?.abort();
    drop(id);
    setNews(t('cancelled', { name: file.name }));
    void source.refresh();
  };

  const retry = (upload: Upload) => {
    change(upload.id, { fault: undefined, share: 0, elapsedMs: 0 });
    void send(upload);
  };

  const isSending = list.some(({ fault }) => fault === undefined);
  return { list, news, isSending, start, cancel, retry, forget: ({ id }: Upload) => drop(id) };
}
