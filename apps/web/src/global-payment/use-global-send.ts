import type { PaymentView } from '@larkmere/contract/payment';
import { ApiError } from '../kernel/call-errors.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { type GlobalOrder, useSendGlobal } from './global-payment.api.ts';
import type { GlobalForm } from './use-global-form.ts';

const isOver = (code: string): boolean => ['quote_expired', 'rate_moved', 'quote_used'].includes(code);

export function useGlobalSend({ quote, retryPrice }: GlobalForm, onDone: (payment: PaymentView) => void) {
  const { mutateAsync } = useSendGlobal();
  const write = async (out: GlobalOrder) =>
    mutateAsync(out).catch((error: unknown) => {
      if (error instanceof ApiError && isOver(error.code)) quote.renew();
      if (error instanceof ApiError && error.code === 'price_changed') retryPrice();
      throw error;
    });
  const { doubted, ...sending } = useKeyedSend(
    async (out: GlobalOrder) => onDone(await write(out)),
    () => {},
  );
  return {
    ...sending,
    doubted: doubted && {
      text: doubted.text,
      sendAgain: () => void sending.send(meant(doubted.input)),
    },
  };
}

const meant = (out: GlobalOrder): GlobalOrder =>
  out.kind === 'same'
    ? { kind: 'same', order: { ...out.order, confirmDuplicate: true } }
    : { kind: 'cross', order: { ...out.order, confirmDuplicate: true } };
