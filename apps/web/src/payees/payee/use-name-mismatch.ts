import { nameMismatchReasonLength, noMatchWaitSeconds } from '@larkmere/contract/payees/name-mismatch';
import { useState } from 'react';

const coolingOffEnd = (): number => Date.now() + noMatchWaitSeconds * 1000;

export function useNameMismatch({ isBegun = false }: Readonly<{ isBegun?: boolean }> = {}) {
  const [until, setUntil] = useState(() => (isBegun ? coolingOffEnd() : undefined));
  const [isOver, setOver] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isGiven = reason.trim().length >= nameMismatchReasonLength.least;
  return {
    until,
    isOver,
    reason,
    isMissing: tried && !isGiven,
    write: setReason,
    end: () => setOver(true),
    begin: () => {
      setUntil(coolingOffEnd());
      setOver(false);
      setReason('');
      setTried(false);
    },
    isSettled: (): boolean => {
      setTried(true);
      return isGiven && isOver;
    },
  };
}

export type NameMismatch = ReturnType<typeof useNameMismatch>;
