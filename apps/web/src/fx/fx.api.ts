import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { ConversionView, QuoteView } from '@larkmere/contract/fx';
import type { TransferView } from '@larkmere/contract/transfer';
import { useMutation } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { refreshMoney } from '../kernel/live.ts';

export type QuoteQuestion = Pick<Sent<typeof contract.fx.quote>, 'sell' | 'buy' | 'side' | 'amount' | 'payeeUid'>;
export type Order =
  | { kind: 'convert'; order: Sent<typeof contract.fx.convert> }
  | { kind: 'transfer'; order: Sent<typeof contract.transfer.make> };
export type Done = { kind: 'convert'; view: ConversionView } | { kind: 'transfer'; view: TransferView };

export const askQuote = (
  question: QuoteQuestion,
  replaces: string | undefined,
  signal: AbortSignal,
): Promise<QuoteView> =>
  call(
    endpoints.fx.quote,
    { ...question, ...(replaces && { replaces }), idempotency: newIdempotencyKey() },
    { signal },
  );

export const useOrder = () =>
  useMutation({
    mutationFn: async (out: Order): Promise<Done> =>
      out.kind === 'convert'
        ? { kind: 'convert', view: await call(endpoints.fx.convert, out.order) }
        : { kind: 'transfer', view: await call(endpoints.transfer.make, out.order) },
    onSettled: refreshMoney,
    meta: { shown: true },
  });
