import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { type AutoFxRequest, useSaveOrder } from './auto-fx.api.ts';
import type { ExistingOrder } from './auto-fx-draft.ts';
import { type TargetMet, targetMetFromError } from './target-met.ts';

export function useSubmitOrder(
  seen: ExistingOrder,
  { onDone, onMet }: { onDone: () => void; onMet: (met: TargetMet) => void },
) {
  const t = useTranslations('autoFx.form');
  const { mutateAsync } = useSaveOrder();
  const write = async (out: AutoFxRequest) => {
    const { approvalRequest } = await mutateAsync(out).catch((error: unknown) => {
      const met = targetMetFromError(error);
      if (met) onMet(met);
      throw error;
    });
    const done = seen ? 'changed' : 'placed';
    showToast({ kind: 'success', text: t(approvalRequest?.state === 'open' ? 'asked' : done) });
  };
  const keyed = useIdempotentRequest(write, onDone);
  const send = (terms: AutoFxTerms, acceptMetTarget: boolean, approval: string) => {
    const common = { terms, acceptMetTarget, authorisation: approval, idempotency: keyed.key };
    return keyed.send(
      seen
        ? { kind: 'edit', order: { ...common, uid: seen.uid, version: seen.version } }
        : { kind: 'place', order: common },
    );
  };
  return { ...keyed, send };
}
