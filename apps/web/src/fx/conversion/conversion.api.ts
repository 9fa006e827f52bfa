import type { OwnTransferView } from '@larkmere/contract/accounts/own-transfer';
import type { contract } from '@larkmere/contract/contract';
import type { ConversionView, QuoteView } from '@larkmere/contract/fx/conversion';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';

export type QuoteRequest = Pick<RawInput<typeof contract.fx.quote>, 'sell' | 'buy' | 'side' | 'amount' | 'payeeUid'>;
export type TransferRequest =
  | { kind: 'convert'; order: RawInput<typeof contract.fx.convert> }
  | { kind: 'transfer'; order: RawInput<typeof contract.ownTransfer.create> };
export type TransferResult = { kind: 'convert'; view: ConversionView } | { kind: 'transfer'; view: OwnTransferView };

export const requestQuote = (
  question: QuoteRequest,
  replaces: string | undefined,
  signal: AbortSignal,
): Promise<QuoteView> =>
  call(
    endpoints.fx.quote,
    { ...question, ...(replaces && { replaces }), idempotency: newIdempotencyKey() },
    { signal },
  );

export const useExecuteTransfer = () =>
  useMutation({
    mutationFn: async (out: TransferRequest): Promise<TransferResult> =>
      out.kind === 'convert'
        ? { kind: 'convert', view: await call(endpoints.fx.convert, out.order) }
        : { kind: 'transfer', view: await call(endpoints.ownTransfer.create, out.order) },
    onSettled: refreshLiveQueries,
    meta: { showsOwnError: true },
  });
