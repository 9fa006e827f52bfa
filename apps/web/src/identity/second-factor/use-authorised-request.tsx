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
  const [asked, setAsked] = useState<{ fields: Fields; description: string }>();
  const request = useIdempotentRequest(write, onDone);
  return {
    request,
    ask: (fields: Fields, description: string) => setAsked({ fields, description }),
    dialog: asked && (
      <PinDialog
        action="verify"
        purpose={purpose(asked.fields, request.key)}
        description={asked.description}
        onResult={({ authorisation }) =>
          authorisation && void request.send({ ...asked.fields, authorisation, idempotency: request.key })
        }
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
