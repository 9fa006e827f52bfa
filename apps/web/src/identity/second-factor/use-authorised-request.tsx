import type { Purpose } from '@larkmere/contract/purpose';
import { useState } from 'react';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { PinDialog } from '../pin/pin.tsx';

type Operation<Fields, Reply> = {
  purpose: (fields: Fields, paymentIdempotency: string) => Purpose;
  write: (input: Fields & { authorisation: string; idempotency: string }) => Promise<Reply>;
  onDone: (reply: Reply) => void;
};

/** Asks for the PIN, and for a second factor if there is one, then sends the request that they authorise. */
export function useAuthorisedRequest<Fields extends object, Reply>({
  purpose,
  write,
  onDone,
}: Operation<Fields, Reply>) {
  const [confirmation, setConfirmation] = useState<{ fields: Fields; description: string }>();
  const request = useIdempotentRequest(write, onDone);
  return {
    request,
    ask: (fields: Fields, description: string) => setConfirmation({ fields, description }),
    dialog: confirmation && (
      <PinDialog
        action="verify"
        purpose={purpose(confirmation.fields, request.key)}
        description={confirmation.description}
        onResult={({ authorisation }) =>
          authorisation && void request.send({ ...confirmation.fields, authorisation, idempotency: request.key })
        }
        onClose={() => setConfirmation(undefined)}
      />
    ),
  };
}
