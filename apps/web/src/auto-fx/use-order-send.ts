import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { outcomeOf } from '../kernel/outcome.ts';
import { showToast } from '../kernel/toasts.ts';
import { type AutoFxOrder, useSetOrder } from './auto-fx.api.ts';
import type { Seen } from './auto-fx-draft.ts';

/** Sends an order under the key of its form. Until there is a definite answer only the same request is repeated. */
export function useOrderSend(seen: Seen, onDone: () => void) {
  const t = useTranslations('autoFx.form');
  const [key, setKey] = useState(newIdempotencyKey);
  const [sent, setSent] = useState<AutoFxOrder>();
  const [refusal, setRefusal] = useState<string>();
  const { mutateAsync, isPending } = useSetOrder();

  const out = async (order: AutoFxOrder) => {
    setRefusal(undefined);
    try {
      await mutateAsync(order);
      showToast({ kind: 'success', text: t(seen ? 'changed' : 'placed') });
      onDone();
    } catch (error) {
      if (outcomeOf(error, sent !== undefined) === 'unknown') return setSent(order);
      setSent(undefined);
      setKey(newIdempotencyKey());
      setRefusal(failureText(error));
    }
  };
  return {
    key,
    sending: isPending,
    refusal,
    unknown: sent !== undefined,
    repeat: () => sent && void out(sent),
    send: (terms: AutoFxTerms, approval: string) => {
      const common = { terms, approval, idempotency: key };
      return out(
        seen
          ? { kind: 'edit', order: { ...common, uid: seen.uid, version: seen.version } }
          : { kind: 'place', order: common },
      );
    },
  };
}
