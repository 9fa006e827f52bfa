import type { StaffFactorMethod, StaffFactorProof } from '@larkmere/contract/back-office/staff';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Enrolment } from '../../identity/second-factor/second-factor.tsx';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { FactorDialog } from './FactorDialog.tsx';
import { beginStaffPasskey, beginStaffTotp, createStaffPasskey, removeStaffPasskey } from './staff-factor.api.ts';

type Proved = Readonly<{ factor: StaffFactorProof; idempotency: string }>;
type PendingChange = Readonly<{ description: string; purpose: StaffPurpose; run: (proved: Proved) => Promise<void> }>;

/** Changes of one's own factors: each asks for a fresh one first. `failure` says why no passkey was added. */
export function useFactorChange(methods: readonly StaffFactorMethod[], onChanged: () => void) {
  const t = useTranslations('manageSignIn');
  const [pending, setPending] = useState<PendingChange>();
  const [failure, setFailure] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const changed = (text: string) => {
    showToast({ kind: 'success', text });
    onChanged();
  };

  const register = async (name: string, options: unknown) => {
    setIsAdding(true);
    try {
      await createStaffPasskey(name, options);
      changed(t('passkeys.added'));
    } catch (error) {
      setFailure(error instanceof ApiError ? failureText(error) : t('passkeys.cancelled'));
    } finally {
      setIsAdding(false);
    }
  };
  const ask = (description: string, purpose: StaffPurpose, run: PendingChange['run']) => {
    setFailure(undefined);
    setPending({ description, purpose, run });
  };
  const adding = (method: StaffFactorMethod): StaffPurpose => ({
    operation: 'staff-factor.add',
    method,
    requestIdempotency: newIdempotencyKey(),
  });

  return {
    failure,
    isAdding,
    add: (number: number) =>
      ask(t('confirm.add'), adding('passkey'), async (proved) => {
        const options = await beginStaffPasskey(proved);
        void register(t('passkeys.nameDefault', { number }), options);
      }),
    remove: ({ uid, name }: PasskeyView) => {
      const purpose = { operation: 'staff-factor.remove', uid, requestIdempotency: newIdempotencyKey() } as const;
      ask(t('confirm.remove', { name }), purpose, async (proved) => {
        await removeStaffPasskey({ uid, ...proved });
        changed(t('passkeys.removed'));
      });
    },
    beginTotp: (onBegun: (enrolment: Enrolment) => void) =>
      ask(t('confirm.totp'), adding('totp'), async (proved) => onBegun(await beginStaffTotp(proved))),
    dialog: pending && (
      <FactorDialog
        description={pending.description}
        purpose={pending.purpose}
        methods={methods}
        onProof={async (factor) => {
          await pending.run({ factor, idempotency: pending.purpose.requestIdempotency });
          setPending(undefined);
        }}
        onClose={() => setPending(undefined)}
      />
    ),
  };
}
