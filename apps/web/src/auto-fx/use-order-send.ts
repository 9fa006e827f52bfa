import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { type AutoFxOrder, useSetOrder } from './auto-fx.api.ts';
import type { Seen } from './auto-fx-draft.ts';
import { type MetTarget, metTargetOf } from './met-target.ts';

export function useOrderSend(seen: Seen, { onDone, onMet }: { onDone: () => void; onMet: (met: MetTarget) => void }) {
  const t = useTranslations('autoFx.form');
  const { mutateAsync } = useSetOrder();
  const write = async (out: AutoFxOrder) => {
    const { teamApproval } = await mutateAsync(out).catch((error: unknown) => {
      const met = metTargetOf(error);
      if (met) onMet(met);
      throw error;
    });
    const done = seen ? 'changed' : 'placed';
    showToast({ kind: 'success', text: t(teamApproval?.state === 'open' ? 'asked' : done) });
  };
  const keyed = useKeyedSend(write, onDone);
  const send = (terms: AutoFxTerms, acceptMetTarget: boolean, approval: string) => {
    const common = { terms, acceptMetTarget, approval, idempotency: keyed.key };
    return keyed.send(
      seen
        ? { kind: 'edit', order: { ...common, uid: seen.uid, version: seen.version } }
        : { kind: 'place', order: common },
    );
  };
  return { ...keyed, send };
}
