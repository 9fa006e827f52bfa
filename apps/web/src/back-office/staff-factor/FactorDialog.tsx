import type { StaffFactorMethod, StaffFactorProof } from '@larkmere/contract/back-office/staff';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { FactorStep } from '../../identity/pin/pin.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { beginStaffChallenge } from './staff-factor.api.ts';

type Props = {
  description: string;
  purpose: StaffPurpose;
  methods: readonly StaffFactorMethod[];
  /** What it throws is shown, and the factor can be given again. */
  onProof: (factor: StaffFactorProof) => Promise<void>;
  onClose: () => void;
};

/** Asks a member of staff for a fresh second factor, for exactly this operation. */
export function FactorDialog({ description, purpose, methods, onProof, onClose }: Props) {
  const t = useTranslations('manageSignIn.confirm');
  return (
    <Dialog title={t('title')} description={description} onClose={onClose}>
      <Suspense>
        <FactorStep
          methods={methods}
          begin={() => beginStaffChallenge(purpose)}
          onProof={(proof) => onProof(proof as StaffFactorProof)}
        />
      </Suspense>
    </Dialog>
  );
}
