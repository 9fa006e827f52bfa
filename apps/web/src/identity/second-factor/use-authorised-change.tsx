import type { Purpose } from '@larkmere/contract/purpose';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PinDialog } from '../pin/pin.tsx';

type Authorised = { authorisation: string; idempotency: string };
type Change = {
  purpose: (paymentIdempotency: string) => Purpose;
  description: string;
  write: (input: Authorised) => Promise<void>;
};

/** Asks for PIN and second factor, then makes the change. `failed` is shown when the browser refuses, not the server. */
export function useAuthorisedChange(failed: string): {
  begin: (change: Change) => void;
  failure: string | undefined;
  dialog: ReactNode;
} {
  const [change, setChange] = useState<Change & { key: string }>();
  const [failure, setFailure] = useState<string>();
  const write = ({ write: run, key }: Change & { key: string }, authorisation: string) =>
    run({ authorisation, idempotency: key }).catch((error: unknown) =>
      setFailure(error instanceof ApiError ? failureText(error) : failed),
    );
  return {
    begin: (next) => {
      setFailure(undefined);
      setChange({ ...next, key: newIdempotencyKey() });
    },
    failure,
    dialog: change && (
      <PinDialog
        action="verify"
        purpose={change.purpose(change.key)}
        description={change.description}
        onResult={({ authorisation }) => authorisation && void write(change, authorisation)}
        onClose={() => setChange(undefined)}
      />
    ),
  };
}
