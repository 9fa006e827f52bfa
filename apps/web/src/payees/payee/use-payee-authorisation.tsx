import type { Purpose } from '@larkmere/contract/purpose';
import { type ReactNode, useState } from 'react';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { ApiError } from '../../platform/http/call-errors.ts';

type Question = { purpose: Purpose; answer: (authorisation: string | undefined) => void };

/** Saves, and again with PIN and second factor if the server requires them of this person. */
export function usePayeeAuthorisation(description: string): {
  save: <Saved>(purpose: Purpose, write: (authorisation?: string) => Promise<Saved>) => Promise<Saved>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const ask = (purpose: Purpose) =>
    new Promise<string | undefined>((resolve) => setQuestion({ purpose, answer: resolve }));
  const save = async <Saved,>(purpose: Purpose, write: (authorisation?: string) => Promise<Saved>): Promise<Saved> => {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      const authorisation = await ask(purpose);
      if (authorisation === undefined) throw error;
      return write(authorisation);
    }
  };
  const dialog = question && (
    <PinDialog
      action="verify"
      purpose={question.purpose}
      description={description}
      onResult={({ authorisation }) => question.answer(authorisation)}
      onClose={() => setQuestion(undefined)}
    />
  );
  return { save, dialog };
}
