import type { StaffFactorMethod, StaffFactorProof } from '@larkmere/contract/back-office/staff';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerWithPasskey, ownFactorsQuery } from './staff-factor.api.ts';

export type OwnFactor = Readonly<{
  /** Undefined until it is known what the member has. */
  method: StaffFactorMethod | undefined;
  /** The method that can be used instead. */
  other: StaffFactorMethod | undefined;
  choose: (method: StaffFactorMethod) => void;
  /** Throws what is no `ApiError` if the browser used no passkey. */
  prove: (purpose: StaffPurpose, code: string) => Promise<StaffFactorProof>;
}>;

/** How a member of staff confirms an operation of a form: with a passkey if there is one. */
export function useOwnFactor(): OwnFactor {
  const { data, error } = useQuery(ownFactorsQuery);
  const [chosen, setChosen] = useState<StaffFactorMethod>();
  // Without an answer a code still works.
  const methods = data?.methods ?? (error ? (['totp'] as const) : []);
  const method = methods.find((each) => each === chosen) ?? methods[0];
  return {
    method,
    other: methods.find((each) => each !== method),
    choose: setChosen,
    prove: async (purpose, code) =>
      method === 'passkey' ? answerWithPasskey(purpose) : { method: 'totp' as const, code },
  };
}
